import { once } from 'node:events'
import {
  connect as connectTcp,
  createServer as createTcpServer,
  type AddressInfo,
  type Socket,
} from 'node:net'
import { onTestFinished } from 'vitest'

/** Passes bytes on until it stalls: then nothing passes, and nothing is closed. */
export async function startRelay(
  port: number,
): Promise<{ port: number; stall: () => void; open: () => number }> {
  const sockets = new Set<Socket>()
  let isStalled = false
  let open = 0
  const server = createTcpServer((down) => {
    const up = connectTcp(port, '127.0.0.1')
    open++
    for (const [from, to] of [
      [down, up],
      [up, down],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => isStalled || to.write(chunk))
      from.on('error', () => undefined)
      from.on('close', () => isStalled || to.destroy())
    }
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    sockets.forEach((socket) => socket.destroy())
  })
  await once(server, 'listening')
  const stall = (): void => {
    isStalled = true
  }
  return { port: (server.address() as AddressInfo).port, stall, open: () => open }
}
