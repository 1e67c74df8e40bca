import { decodeUserPart } from '../../apimachinery/url-text.ts'
import { readText } from '../../runtime/client/body-text.ts'
import { noCredentials } from '../../runtime/client/connection.ts'
import { HttpsTransport } from '../../runtime/client/https-transport.ts'
import { selectProxy } from '../../runtime/client/proxy.ts'
import { ConnectionError, type TransportResponse } from '../../runtime/client/transport.ts'
import { UnreadableSourceError } from './unreadable-source-error.ts'

/** The largest bundle of definitions known has some 20 MB. */
const mostBytes = 64 * 2 ** 20

const mostRedirects = 10

/** How long a server may take to begin its answer. */
const timeoutMs = 30_000

/** The text at a URL. Follows redirects, and asks the proxy that the environment names. Throws `UnreadableSourceError`. */
export async function readUrl(text: string, environment: NodeJS.ProcessEnv): Promise<string> {
  let url = toUrl(text)
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const answer = await fetchOnce(url, environment)
    if (typeof answer === 'string') return answer
    if (url.protocol === 'https:' && answer.protocol !== 'https:') {
      throw new UnreadableSourceError(`the server leads from https to ${answer.host} without it`)
    }
    url = answer
  }
  throw new UnreadableSourceError(`the server leads on more than ${mostRedirects} times`)
}

function toUrl(text: string): URL {
  if (URL.canParse(text)) return new URL(text)
  throw new UnreadableSourceError('it is no URL')
}

/** The text, or where it is to be had. */
async function fetchOnce(url: URL, environment: NodeJS.ProcessEnv): Promise<string | URL> {
  const server = new URL(url.origin)
  const connection = { server, tls: {}, credentials: noCredentials, namespace: '' }
  const transport = new HttpsTransport({ ...connection, proxy: selectProxy(server, environment) })
  try {
    const response = await transport.send({
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      headers: requestHeaders(url),
      timeoutMs,
    })
    return await readAnswer(response, url)
  } finally {
    transport.close()
  }
}

function requestHeaders({ username, password }: URL): Record<string, string> {
  const headers = {
    accept: 'application/yaml, application/json, text/plain, */*;q=0.5',
    'accept-encoding': 'identity',
    'user-agent': 'kops',
  }
  if (username === '') return headers
  const pair = `${decodeUserPart(username)}:${decodeUserPart(password)}`
  return { ...headers, authorization: `Basic ${Buffer.from(pair, 'utf8').toString('base64')}` }
}

async function readAnswer(response: TransportResponse, url: URL): Promise<string | URL> {
  const { status, headers, body } = response
  const { location } = headers
  if (status >= 300 && status < 400 && location !== undefined) {
    body.destroy()
    return new URL(location, url)
  }
  if (status !== 200) {
    body.destroy()
    throw new UnreadableSourceError(`the server answered ${status}`, statusHelps(status))
  }
  const text = await readText({ ...response, body: bounded(body) })
  if (isPage(headers['content-type'], text)) {
    throw new UnreadableSourceError('the answer is a web page', pageHelps(url))
  }
  return text
}

/** The body as it comes, unless it comes without end. */
function bounded(body: TransportResponse['body']): TransportResponse['body'] {
  async function* chunks(): AsyncGenerator<Buffer, void, undefined> {
    let bytes = 0
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > mostBytes) throw new ConnectionError('the answer has more than 64 MiB')
      yield chunk
    }
  }
  return Object.assign(chunks(), { destroy: (error?: Error) => body.destroy(error) })
}

function isPage(contentType: string | undefined, text: string): boolean {
  return contentType?.startsWith('text/html') === true || /^\s*<(?:!doctype|html)\b/i.test(text)
}

function statusHelps(status: number): string[] {
  if (status === 401 || status === 403) {
    return [
      'fetch it with what is allowed to, and pipe it: `curl … | kops generate types --from -`',
    ]
  }
  return status === 404 ? ['open the URL in a browser to see whether it is right'] : []
}

/** The page of a file on a forge has the file itself beside it. */
function pageHelps(url: URL): string[] {
  const blob = /^\/([^/]+\/[^/]+)\/blob\/(.+)$/.exec(url.pathname)
  if (url.hostname === 'github.com' && blob !== null) {
    return [`\`--from https://raw.githubusercontent.com/${blob[1]}/${blob[2]}\``]
  }
  return ['give the URL of the raw file']
}
