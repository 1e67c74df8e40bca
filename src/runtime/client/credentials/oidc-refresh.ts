import { showUrl, showUrlsIn } from '../../../apimachinery/url-text.ts'
import { readText } from '../body-text.ts'
import type { Material } from '../config/kubeconfig.ts'
import { noCredentials } from '../connection.ts'
import { HttpsTransport } from '../https-transport.ts'
import { selectProxy } from '../proxy.ts'
import type { TransportRequest } from '../transport.ts'
import { readTls } from './tls-files.ts'

export interface OidcTokens {
  readonly idToken: string | undefined
  readonly refreshToken: string | undefined
}

/** This program as the issuer knows it. */
export interface OidcClient {
  readonly issuer: URL
  readonly clientId: string
  readonly clientSecret: string | undefined
  /** Who signs the issuer's certificate. */
  readonly authority: Material
}

/** The issuer gave no token. */
export class OidcError extends Error {
  override readonly name = 'OidcError'
}

/** Exchanges a refresh token for new tokens. */
export async function refreshTokens(
  client: OidcClient,
  refreshToken: string,
  environment: NodeJS.ProcessEnv,
): Promise<OidcTokens> {
  const ask = (url: URL, request: Omit<TransportRequest, 'path'>): Promise<Answer> =>
    send({ url, authority: client.authority, environment }, request)
  const path = `${client.issuer.href.replace(/\/$/, '')}/.well-known/openid-configuration`
  const discovered = await ask(new URL(path), { method: 'GET' })
  const endpoint = textOf(discovered, 'token_endpoint')
  if (endpoint === undefined || !URL.canParse(endpoint)) {
    throw new OidcError(
      `${showUrl(path)} names no token endpoint (it answered ${discovered.status})`,
    )
  }
  const url = new URL(endpoint)
  for (const { headers, form } of waysToSayWho(client)) {
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      ...form,
    }).toString()
    const contentType = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await ask(url, { method: 'POST', headers: { ...contentType, ...headers }, body })
    if (answer.status < 300) return readAnswer(answer, refreshToken)
    if (answer.status !== 401 && textOf(answer, 'error') !== 'invalid_client') {
      throw new OidcError(
        `${showUrl(endpoint)} answered ${answer.status}: ${showUrlsIn(describe(answer))}`,
      )
    }
  }
  throw new OidcError(`${showUrl(endpoint)} does not accept the client \`${client.clientId}\``)
}

interface Way {
  readonly headers: Readonly<Record<string, string>>
  readonly form: Readonly<Record<string, string>>
}

/** Issuers differ in where they want a client's secret: first as a header, then in the form. */
function waysToSayWho({ clientId, clientSecret }: OidcClient): Way[] {
  const form = { client_id: clientId }
  if (clientSecret === undefined) return [{ headers: {}, form }]
  const user = [clientId, clientSecret].map(encodeURIComponent).join(':')
  const authorization = `Basic ${Buffer.from(user, 'utf8').toString('base64')}`
  return [
    { headers: { authorization }, form: {} },
    { headers: {}, form: { ...form, client_secret: clientSecret } },
  ]
}

interface Answer {
  readonly status: number
  readonly value: unknown
}

interface Place {
  readonly url: URL
  readonly authority: Material
  readonly environment: NodeJS.ProcessEnv
}

async function send(
  { url, authority, environment }: Place,
  request: Omit<TransportRequest, 'path'>,
): Promise<Answer> {
  const tls = await readTls({
    ca: authority,
    cert: {},
    key: {},
    servername: undefined,
    rejectUnauthorized: true,
  })
  const server = new URL(url.origin)
  const transport = new HttpsTransport({
    server,
    tls,
    credentials: noCredentials,
    namespace: '',
    proxy: selectProxy(server, environment),
  })
  try {
    const headers = { accept: 'application/json', ...request.headers }
    const path = url.pathname + url.search
    const response = await transport.send({ ...request, headers, path, timeoutMs: 30_000 })
    return { status: response.status, value: parse(await readText(response)) }
  } finally {
    transport.close()
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What is no JSON has none of the fields that are asked for, and the status is told.
    return undefined
  }
}

function readAnswer(answer: Answer, refreshToken: string): OidcTokens {
  const idToken = textOf(answer, 'id_token')
  if (idToken === undefined) {
    throw new OidcError(
      'the issuer answered without an id_token: log in with the scope `openid`, or it gives none at a refresh',
    )
  }
  return { idToken, refreshToken: textOf(answer, 'refresh_token') ?? refreshToken }
}

function describe(answer: Answer): string {
  const parts = [textOf(answer, 'error'), textOf(answer, 'error_description')]
  return parts.filter((each) => each !== undefined).join(': ') || 'no reason'
}

function textOf({ value }: Answer, name: string): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  const text: unknown = Reflect.get(value, name)
  return typeof text === 'string' ? text : undefined
}
