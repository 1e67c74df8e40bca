import { showUrl } from '../../apimachinery/url-text.ts'
import type { Clock } from '../clock/clock.ts'
import type { Logger } from '../log/logger.ts'
import type { Material, Selection, User } from './config/kubeconfig.ts'
import {
  noCredentials,
  passwordCredentials,
  tokenCredentials,
  type ClusterConnection,
  type Credentials,
  type TlsSettings,
  type TlsSource,
} from './connection.ts'
import { ExecCredentials } from './credentials/exec-credentials.ts'
import { describeCluster } from './credentials/exec-plugin.ts'
import { impersonate } from './credentials/impersonation.ts'
import { OidcCredentials, oidcProvider, refuseProvider } from './credentials/oidc-credentials.ts'
import { loadTokens, saveTokens } from './credentials/save-tokens.ts'
import { readTls, TlsFiles, type TlsMaterial } from './credentials/tls-files.ts'
import { TokenFileCredentials } from './credentials/token-file.ts'
import { parseProxy, selectProxy } from './proxy.ts'

export interface ConnectContext {
  readonly environment: NodeJS.ProcessEnv
  readonly clock: Clock
  readonly logger: Logger | undefined
}

/** Reaches a kubeconfig's cluster as its user. Throws `ConfigurationError` where either contradicts itself. */
export async function connectAs(
  { cluster, user, namespace }: Selection,
  context: ConnectContext,
): Promise<ClusterConnection> {
  if (user !== undefined) checkUser(user)
  const server = serverOf(cluster, user)
  const first = await readTls(tlsMaterial(cluster, user))
  const files = tlsFiles(tlsMaterial(cluster, user), first, context)
  const exec = user?.exec && execOf(user.exec, { cluster, ca: first.ca, context })
  const tls = exec?.tls(files) ?? files
  const own = exec ?? (user === undefined ? noCredentials : credentialsOf(user, context))
  const credentials = renewingTls(own, tls)
  return {
    server,
    tls,
    credentials: user?.impersonation ? impersonate(credentials, user.impersonation) : credentials,
    namespace,
    proxy: cluster.proxyUrl
      ? parseProxy(cluster.proxyUrl, `${cluster.fields.file}: ${cluster.fields.path}.proxy-url`)
      : selectProxy(server, context.environment),
  }
}

type Cluster = Selection['cluster']

/** A server without a scheme speaks TLS where something about TLS is said, as for Kubernetes' own clients. */
function serverOf(cluster: Cluster, user: User | undefined): URL {
  const { server, fields, certificateAuthority, isInsecure } = cluster
  if (server === undefined) throw fields.error('server', 'Expected the URL of the server, got none')
  const isSecure = isInsecure || isGiven(certificateAuthority) || isGiven(user?.certificate ?? {})
  const url = server.includes('://') ? server : `${isSecure ? 'https' : 'http'}://${server}`
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    throw fields.error('server', `Expected the URL of the server, got \`${showUrl(server)}\``)
  }
  if (isInsecure && isGiven(certificateAuthority)) {
    throw fields.error(
      'insecure-skip-tls-verify',
      'Expected this or a certificate authority, got both',
    )
  }
  return new URL(url)
}

function isGiven({ data, file }: Material): boolean {
  return data !== undefined || file !== undefined
}

function tlsMaterial(cluster: Cluster, user: User | undefined): TlsMaterial {
  return {
    ca: cluster.certificateAuthority,
    cert: user?.certificate ?? {},
    key: user?.key ?? {},
    servername: cluster.tlsServerName,
    rejectUnauthorized: !cluster.isInsecure,
  }
}

/** Only what stands in files can change. */
function tlsFiles(
  material: TlsMaterial,
  first: TlsSettings,
  { clock, logger }: ConnectContext,
): TlsSettings | TlsSource {
  const isChanging = [material.ca, material.cert, material.key].some((each) => each.file)
  return isChanging ? new TlsFiles(material, first, { clock, logger }) : first
}

function execOf(
  settings: NonNullable<User['exec']>,
  given: {
    readonly cluster: Cluster
    readonly ca: string | undefined
    readonly context: ConnectContext
  },
): ExecCredentials {
  const { clock, logger, environment } = given.context
  return new ExecCredentials({
    settings,
    cluster: describeCluster(given.cluster, given.ca),
    environment,
    isTerminal: process.stdin.isTTY,
    clock,
    logger,
  })
}

function credentialsOf(user: User, { clock, logger, environment }: ConnectContext): Credentials {
  const { token, tokenFile, password, authProvider } = user
  if (tokenFile !== undefined) {
    return new TokenFileCredentials({ file: tokenFile, fallback: token, clock, logger })
  }
  if (token !== undefined) return tokenCredentials(token)
  if (password !== undefined) return passwordCredentials(password.username, password.password)
  if (authProvider === undefined) return noCredentials
  return new OidcCredentials({
    provider: authProvider,
    load: () => loadTokens(user),
    save: (tokens) => saveTokens(user, tokens, clock),
    clock,
    environment,
    logger,
  })
}

/** A refusal may concern the client certificate: it is read anew too. */
function renewingTls(credentials: Credentials, tls: TlsSettings | TlsSource): Credentials {
  if (!('renew' in tls)) return credentials
  return {
    headers: (signal) => credentials.headers(signal),
    invalidate: async (refused) => {
      const isRenewed = await credentials.invalidate(refused)
      return (await tls.renew()) || isRenewed
    },
  }
}

/** What contradicts itself is refused rather than guessed, as Kubernetes' own clients do. */
function checkUser(user: User): void {
  const { fields, certificate, key, token, tokenFile, password, exec, authProvider } = user
  if (isGiven(certificate) && !isGiven(key)) {
    throw fields.error('client-key', 'Expected the key of the client certificate, got none')
  }
  if (password !== undefined && (token !== undefined || tokenFile !== undefined)) {
    throw fields.error('username', 'Expected a token or a password, got both')
  }
  if (exec !== undefined && authProvider !== undefined) {
    throw fields.error('exec', 'Expected an exec plugin or an auth provider, got both')
  }
  if (authProvider !== undefined && authProvider.name !== oidcProvider) {
    throw refuseProvider(authProvider)
  }
}
