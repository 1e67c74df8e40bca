import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** What a path of the server answers. */
export type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void)

/** A web server with these paths, gone when the test ends; its URL without a final slash. */
export async function serve(answers: Readonly<Record<string, Answer>>): Promise<string> {
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ''] ?? notFound
    if (typeof answer === 'string') response.end(answer)
    else answer(request, response)
  })
  return listen(server)
}

/** A proxy that leads wherever it is asked for to one server; who was asked for, in order. */
export async function serveProxy(
  target: string,
): Promise<{ readonly proxy: string; readonly asked: readonly string[] }> {
  const asked: string[] = []
  const server = createServer()
  server.on('connect', ({ url = '' }, socket) => {
    asked.push(url)
    const upstream = connect(Number(new URL(target).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.pipe(socket).pipe(upstream)
    })
  })
  return { proxy: await listen(server), asked }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

function notFound(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(404).end('nothing here')
}

/** Leads to another place. */
export function redirect(location: string): Answer {
  return (_, response) => response.writeHead(302, { location }).end()
}
