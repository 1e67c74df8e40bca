import { dirname, resolve } from 'node:path'
import type { Clock } from '../../clock/clock.ts'
import type { Logger } from '../../log/logger.ts'
import type { ConfigurationError } from '../config/configuration-error.ts'
import type { AuthProvider, Material } from '../config/kubeconfig.ts'
import type { Credentials, Headers } from '../connection.ts'
import { refreshTokens, type OidcClient, type OidcTokens } from './oidc-refresh.ts'

/** Tokens count as expired a little before they are. */
const earlyMs = 10_000

export interface OidcCredentialsOptions {
  readonly provider: AuthProvider
  /** Reads the tokens as the kubeconfig holds them now: another program may have renewed them. */
  readonly load: () => Promise<OidcTokens>
  /** Keeps renewed tokens in the kubeconfig. */
  readonly save: (tokens: OidcTokens) => Promise<void>
  readonly clock: Clock
  readonly environment: NodeJS.ProcessEnv
  readonly logger?: Logger | undefined
}

/** An OpenID Connect token that is renewed by its refresh token, before it expires and where the server refuses it. */
export class OidcCredentials implements Credentials {
  readonly #options: OidcCredentialsOptions
  readonly #client: OidcClient
  #tokens: OidcTokens
  #renewing: Promise<OidcTokens> | undefined

  constructor(options: OidcCredentialsOptions) {
    this.#options = options
    this.#client = readClient(options.provider)
    this.#tokens = readTokens(options.provider.config)
  }

  async headers(): Promise<Headers> {
    const { idToken } = this.#isValid(this.#tokens) ? this.#tokens : await this.#renew()
    return { authorization: `Bearer ${idToken ?? ''}` }
  }

  async invalidate(refused: Headers = {}): Promise<boolean> {
    if (refused['authorization'] !== `Bearer ${this.#tokens.idToken ?? ''}`) return true
    try {
      await this.#renew()
      return true
    } catch (error) {
      const message = 'the token could not be renewed after the server had refused it'
      this.#options.logger?.error(message, { error })
      return false
    }
  }

  #isValid({ idToken }: OidcTokens): boolean {
    return idToken !== undefined && expiryOf(idToken) - earlyMs > this.#options.clock.now()
  }

  #renew(): Promise<OidcTokens> {
    this.#renewing ??= this.#renewNow().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  async #renewNow(): Promise<OidcTokens> {
    const { load, save, environment, logger, provider } = this.#options
    const stored = await load()
    const isRenewed = stored.idToken !== this.#tokens.idToken && this.#isValid(stored)
    if (isRenewed) return (this.#tokens = stored)
    const refreshToken = stored.refreshToken ?? this.#tokens.refreshToken
    if (refreshToken === undefined) {
      throw provider.fields.error(
        'config',
        'the id-token has expired, and there is no refresh-token',
      )
    }
    this.#tokens = await refreshTokens(this.#client, refreshToken, environment)
    await save(this.#tokens).catch((error: unknown) => {
      logger?.warn('the renewed token is not in the kubeconfig', { error })
    })
    return this.#tokens
  }
}

export function readTokens(config: Readonly<Record<string, string>>): OidcTokens {
  return {
    idToken: config['id-token'] || undefined,
    refreshToken: config['refresh-token'] || undefined,
  }
}

function readClient({ config, fields }: AuthProvider): OidcClient {
  const issuer = config['idp-issuer-url'] ?? ''
  if (!URL.canParse(issuer)) {
    throw fields.error('config.idp-issuer-url', 'Expected the URL of the issuer')
  }
  const clientId = config['client-id'] ?? ''
  if (clientId === '') throw fields.error('config.client-id', 'Expected a string, got none')
  return {
    issuer: new URL(issuer),
    clientId,
    clientSecret: config['client-secret'] || undefined,
    authority: readAuthority(config, fields.file),
  }
}

/** The file is relative to the kubeconfig, as all others that it names. */
function readAuthority(config: AuthProvider['config'], kubeconfig: string): Material {
  const data = config['idp-certificate-authority-data']
  const file = config['idp-certificate-authority']
  if (data) return { data: Buffer.from(data, 'base64').toString('utf8') }
  return file ? { file: resolve(dirname(kubeconfig), file) } : {}
}

/** When a token expires, in milliseconds since 1970; one that cannot be read has expired. */
function expiryOf(token: string): number {
  try {
    const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')
    const { exp }: { exp?: unknown } = JSON.parse(claims)
    return typeof exp === 'number' ? exp * 1000 : 0
  } catch {
    // No JWT: the issuer is asked for another one, and its answer is what counts.
    return 0
  }
}

export const oidcProvider = 'oidc'

/** Providers that Kubernetes' own clients no longer know either. */
export function refuseProvider({ name, fields }: AuthProvider): ConfigurationError {
  return fields.error(
    'name',
    `the auth provider \`${name}\` is not known: use an exec plugin (\`user.exec\`), as its vendor says`,
  )
}
