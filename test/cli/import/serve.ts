import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
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
