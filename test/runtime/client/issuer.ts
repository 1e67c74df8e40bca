import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { CertificateAuthority } from '../../../src/runtime/certificates/certificate-authority.ts'
import { startServer } from './tls-server.ts'

export interface IssuerOptions {
  readonly authority: CertificateAuthority
  /** What a client must say, and where. */
  readonly secret?: { readonly value: string; readonly place: 'header' | 'form' }
  /** How long tokens live. Default: an hour. */
  readonly livesSeconds?: number
}

export interface Issuer {
  readonly url: string
  /** Each refresh, by its refresh token. */
  readonly refreshes: string[]
  /** A token for a user, which lives so long from now on. */
  readonly issue: (user: string, livesSeconds: number) => string
  /** What `refresh` answers from now on instead of tokens. */
  answer?: { readonly status: number; readonly body: object } | undefined
}

export const clientId = 'kops-tests'

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** An OpenID Connect issuer as small as one can be: discovery, keys, and tokens for refresh tokens, used once each. */
export async function startIssuer(options: IssuerOptions): Promise<Issuer> {
  const { authority, secret, livesSeconds = 3600 } = options
  const refreshes: string[] = []
  let url = ''
  const issue = (user: string, seconds: number): string =>
    sign(keys.privateKey, { iss: url, aud: clientId, sub: user, ...times(seconds) })
  const issuer: Issuer = {
    get url() {
      return url
    },
    refreshes,
    issue,
  }
  const server = await startServer(
    (request, response) => {
      const reply = (status: number, body: object): void => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(body))
      }
      if (request.url === '/.well-known/openid-configuration') {
        const algorithms = { id_token_signing_alg_values_supported: ['RS256'] }
        reply(200, {
          issuer: url,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/keys`,
          ...algorithms,
        })
        return
      }
      if (request.url === '/keys') {
        const jwk = keys.publicKey.export({ format: 'jwk' })
        reply(200, { keys: [{ ...jwk, kid: keyId(keys.publicKey), alg: 'RS256', use: 'sig' }] })
        return
      }
      let text = ''
      request.on('data', (chunk: Buffer) => (text += chunk.toString()))
      request.on('end', () => {
        const form = new URLSearchParams(text)
        if (!isClient(request.headers.authorization, form, secret)) {
          reply(401, { error: 'invalid_client' })
          return
        }
        const token = form.get('refresh_token') ?? ''
        refreshes.push(token)
        if (issuer.answer) {
          reply(issuer.answer.status, issuer.answer.body)
          return
        }
        const count = refreshes.length
        reply(200, { id_token: issue('jane', livesSeconds), refresh_token: `refresh-${count}` })
      })
    },
    { authority },
  )
  url = server.connection.server.origin
  return issuer
}

function isClient(
  authorization: string | undefined,
  form: URLSearchParams,
  secret: IssuerOptions['secret'],
): boolean {
  if (secret === undefined) return form.get('client_id') === clientId
  if (secret.place === 'form') {
    return form.get('client_id') === clientId && form.get('client_secret') === secret.value
  }
  const user = [clientId, secret.value].map(encodeURIComponent).join(':')
  return authorization === `Basic ${Buffer.from(user).toString('base64')}`
}

function times(seconds: number): { iat: number; exp: number } {
  const now = Math.floor(Date.now() / 1000)
  return { iat: now, exp: now + seconds }
}

function sign(key: KeyObject, claims: object): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${encode({ alg: 'RS256', kid: keyId(key), typ: 'JWT' })}.${encode(claims)}`
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`
}

/** The same for both halves of a pair. */
function keyId(key: KeyObject): string {
  const { n = '' } = key.export({ format: 'jwk' })
  return createHash('sha256').update(n).digest('hex').slice(0, 16)
}
