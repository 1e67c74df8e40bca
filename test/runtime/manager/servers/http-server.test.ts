import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SelfSignedCertificate } from '../../../../src/runtime/certificates/self-signed-certificate.ts'
import type { ServingCertificate } from '../../../../src/runtime/certificates/serving-certificate.ts'
import { systemClock } from '../../../../src/runtime/clock/system-clock.ts'
import { parseBindAddress } from '../../../../src/runtime/manager/servers/bind-address.ts'
import { answer } from '../../../../src/runtime/manager/servers/http-answer.ts'
import { HttpServer } from '../../../../src/runtime/manager/servers/http-server.ts'
import { routes } from '../../../../src/runtime/manager/servers/read-handlers.ts'
import { silentLogger } from '../../log/silent-logger.ts'
import { ask, serve } from './serve.ts'

describe('parseBindAddress()', () => {
  test.for([
    ['0', undefined],
    ['', undefined],
    [':8081', { port: 8081 }],
    [':0', { port: 0 }],
    ['127.0.0.1:8081', { host: '127.0.0.1', port: 8081 }],
    ['localhost:8081', { host: 'localhost', port: 8081 }],
    ['[::1]:8081', { host: '::1', port: 8081 }],
  ] as const)('reads %s', ([text, address]) => {
    expect(parseBindAddress(text, '--flag')).toEqual(address)
  })

  test.for(['8081', 'localhost', '::1:80', ':65536', ':x', 'a b:1', 'http://x:1'])(
    'refuses %s and names the flag',
    (text) => {
      expect(() => parseBindAddress(text, '--flag')).toThrow(RangeError)
      expect(() => parseBindAddress(text, '--flag')).toThrow('--flag')
    },
  )
})

describe('a server', () => {
  test('answers 500 and goes on when a handler fails', async () => {
    const { get } = await serve({
      handler: ({ url }, response) => {
        if (url === '/bad') throw new Error('a bug')
        answer(response, 200, { body: 'fine' })
      },
    })
    expect(await get('/bad')).toMatchObject({ status: 500, body: 'internal server error\n' })
    expect(await get('/good')).toMatchObject({ status: 200, body: 'fine' })
  })

  test('rejects with its name when the port is taken', async () => {
    const handler = (): void => undefined
    const first = await serve({ handler })
    const address = { host: '127.0.0.1', port: first.server.port ?? 0 }
    await expect(serve({ handler, address, name: 'metrics' })).rejects.toThrow(
      /^metrics: .*EADDRINUSE/,
    )
  })

  test('lets what is being answered end when it stops, and drops idle connections', async () => {
    const pending: (() => void)[] = []
    const { get, stop, ended, server } = await serve({
      handler: (_request, response) => {
        pending.push(() => answer(response, 200, { body: 'done' }))
      },
    })
    const silent = connect(server.port ?? 0, '127.0.0.1')
    const isClosed = new Promise((resolve) => silent.once('close', resolve))
    const given = get('/slow')
    await expect.poll(() => pending.length).toBe(1)
    stop()
    pending[0]?.()
    expect(await given).toMatchObject({ status: 200, body: 'done' })
    await isClosed
    await ended
    await expect(ask({ port: server.port ?? 1, path: '/', isSecure: false })).rejects.toThrow()
  })

  test('answers what comes over an open connection when it stops, and ends it then', async () => {
    const { server, stop, ended } = await serve({
      handler: (_request, response) => answer(response, 200, { body: 'done' }),
      certificate: new SelfSignedCertificate(systemClock),
    })
    const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false })
    onTestFinished(() => agent.destroy())
    const get = async (): Promise<readonly [boolean, string | undefined]> => {
      const call = httpsRequest({ port: server.port, host: '127.0.0.1', agent, method: 'POST' })
      call.end('a body')
      const [response] = (await once(call, 'response')) as [IncomingMessage]
      await once(response.resume(), 'end')
      return [call.reusedSocket, response.headers.connection]
    }
    expect(await get()).toEqual([false, 'keep-alive'])
    // The agent has the connection back a moment after the answer.
    await expect.poll(() => Object.keys(agent.freeSockets)).toHaveLength(1)
    stop()
    expect(await get()).toEqual([true, 'close'])
    await ended
  })

  test('serves HTTPS with a certificate of its own, by HTTP/1.1 also where HTTP/2 is on', async () => {
    for (const enableHttp2 of [false, true]) {
      const { get } = await serve({
        handler: (_request, response) => answer(response, 200, { body: 'secret' }),
        certificate: new SelfSignedCertificate(systemClock),
        enableHttp2,
      })
      const given = await get('/')
      expect(given.body).toBe('secret')
      expect(given.subject).toContain('@')
    }
  })

  test('that is stopped while it waits for its certificate never listens', async () => {
    const certificate: ServingCertificate = {
      start: (signal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
      current: () => {
        throw new Error('there is none')
      },
      onChange: () => undefined,
    }
    const server = new HttpServer({
      name: 'test',
      address: { host: '127.0.0.1', port: 0 },
      handler: (_request, response) => answer(response, 200, { body: '' }),
      clock: systemClock,
      logger: silentLogger,
      certificate,
    })
    const stop = new AbortController()
    const ended = server.start(stop.signal)
    stop.abort(new Error('the manager stops'))
    await ended
    expect(server.port).toBeUndefined()
  })
})

describe('routes()', () => {
  test('answers what is in the table, and reads alone', async () => {
    const handler = routes({
      '/metrics': (_request, response) => answer(response, 200, { body: 'm' }),
    })
    const { get } = await serve({ handler })
    expect(await get('/metrics?x=1')).toMatchObject({ status: 200, body: 'm' })
    expect(await get('/metrics', {}, 'HEAD')).toMatchObject({ status: 200, body: '' })
    expect(await get('/metrics', {}, 'POST')).toMatchObject({ status: 405 })
    expect(await get('/__proto__')).toMatchObject({ status: 404 })
    expect(await get('/constructor')).toMatchObject({ status: 404 })
  })
})
