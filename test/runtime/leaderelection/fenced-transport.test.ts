import { describe, expect, onTestFinished, test } from 'vitest'
import { readText } from '../../../src/runtime/client/body-text.ts'
import { Http2Transport } from '../../../src/runtime/client/http2-transport.ts'
import { HttpsTransport } from '../../../src/runtime/client/https-transport.ts'
import {
  FencedTransport,
  NotLeaderError,
} from '../../../src/runtime/leaderelection/leader-fence.ts'
import { startServer } from '../client/tls-server.ts'

const writes = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

describe.each(['h2', 'https'] as const)('over %s, a fence', (protocol) => {
  /** A server that counts requests, and a transport to it whose writes may stop at any check. */
  async function useFence() {
    const seen: string[] = []
    const server = await startServer(
      ({ method = '' }, response) => {
        seen.push(method)
        response.end('{}')
      },
      { protocol },
    )
    const Transport = protocol === 'h2' ? Http2Transport : HttpsTransport
    const fence = { allowedChecks: Infinity }
    const transport = new FencedTransport(new Transport(server.connection), {
      mayWrite: () => fence.allowedChecks-- > 0,
    })
    onTestFinished(() => transport.close())
    const send = async (method: 'GET' | (typeof writes)[number]): Promise<string> => {
      const response = await transport.send({
        method,
        path: '/',
        body: method === 'GET' ? undefined : '{}',
      })
      return readText(response)
    }
    return { seen, fence, send }
  }

  test('lets reads through always, and writes as long as the process may write', async () => {
    const { seen, fence, send } = await useFence()
    for (const method of writes) await send(method)
    fence.allowedChecks = 0
    await send('GET')
    for (const method of writes) await expect(send(method)).rejects.toBeInstanceOf(NotLeaderError)
    expect(seen).toEqual([...writes, 'GET'])
  })

  test('holds a write back that may not be written any more when its connection has come', async () => {
    const { seen, fence, send } = await useFence()
    for (const isConnected of [false, true]) {
      fence.allowedChecks = 1
      await expect(send('PUT')).rejects.toBeInstanceOf(NotLeaderError)
      if (!isConnected) await send('GET')
    }
    fence.allowedChecks = Infinity
    await send('PUT')
    expect(seen).toEqual(['GET', 'PUT'])
  })
})
