import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/**
 * The outside of this example: a service that keeps networks in memory. `GET /networks/` lists the keys, and
 * `GET`, `PUT` and `DELETE /networks/KEY` do what they say.
 */
export function newNetworkService(): Server {
  const networks = new Map<string, string>()
  return createServer((request, response) => {
    answer(networks, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
}

async function answer(
  networks: Map<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, path] = /^\/networks\/([^/?]*)$/.exec(request.url ?? '') ?? []
  if (path === undefined) return send(response, 404)
  const key = decodeURIComponent(path)
  if (key === '') return send(response, 200, JSON.stringify([...networks.keys()]))
  switch (request.method) {
    case 'PUT':
      networks.set(key, await readBody(request))
      return send(response, 204)
    case 'DELETE':
      return send(response, networks.delete(key) ? 204 : 404)
    default: {
      const network = networks.get(key)
      return send(response, network === undefined ? 404 : 200, network)
    }
  }
}

function send(response: ServerResponse, status: number, body?: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
