import { describe, expect, onTestFinished, test } from 'vitest'
import { readText } from '../../../src/runtime/client/body-text.ts'
import type { ClusterConnection } from '../../../src/runtime/client/connection.ts'
import { HttpsTransport } from '../../../src/runtime/client/https-transport.ts'
import type { Transport } from '../../../src/runtime/client/transport.ts'
import { startProxy } from './proxy-server.ts'
import { echo, startServer } from './tls-server.ts'

function open(connection: ClusterConnection): Transport {
  const transport = new HttpsTransport(connection)
  onTestFinished(() => transport.close())
  return transport
}

async function send(transport: Transport): Promise<string> {
  return readText(await transport.send({ method: 'GET', path: '/' }))
}

describe('through a proxy', () => {
  test.for([
    ['HTTP', 'http', ''],
    ['HTTP with a password', 'http', 'jane:s%40sam@'],
    ['HTTPS', 'https', ''],
    ['SOCKS5', 'socks5', ''],
    ['SOCKS5 with a password', 'socks5', 'jane:s%40sam@'],
  ] as const)('%s, a transport reaches its server', async ([, scheme, user]) => {
    const server = await startServer(echo)
    const proxy = await startProxy(scheme, server.authority)
    const url = new URL(`${scheme}://${user}127.0.0.1:${proxy.port}`)
    const target = new URL(server.connection.server)
    target.hostname = 'api.test'
    const transport = open({ ...server.connection, server: target, proxy: url })
    expect(await send(transport)).toContain(`"host":"api.test:${server.port}"`)
    expect(await send(transport)).toContain('GET')
    expect(proxy.asked).toEqual([[`api.test:${server.port}`, user === '' ? '' : 'jane:s@sam']])
  })

  test.for(['http', 'socks5'] as const)('%s, a refusal is told', async (scheme) => {
    const server = await startServer(echo)
    const proxy = await startProxy(scheme, server.authority, 'refuses')
    const url = new URL(`${scheme}://127.0.0.1:${proxy.port}`)
    const sent = send(open({ ...server.connection, proxy: url }))
    await expect(sent).rejects.toMatchObject({ isUnsent: true, cause: { name: 'ProxyError' } })
    await expect(sent).rejects.toThrow(scheme === 'http' ? '407' : 'refused with code 2')
  })
})
