import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectHttp2, constants } from 'node:http2'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  CertificateAuthority,
  type KeyPair,
} from '../../../src/runtime/certificates/certificate-authority.ts'
import { CertificateFiles } from '../../../src/runtime/certificates/certificate-files.ts'
import { PrometheusRegistry } from '../../../src/runtime/metrics/prometheus-registry.ts'
import type {
  ServingCertificate,
  ServingPair,
} from '../../../src/runtime/certificates/serving-certificate.ts'
import type { Manager } from '../../../src/runtime/manager/manager.ts'
import type { HttpRequest } from '../../../src/runtime/manager/servers/http-answer.ts'
import type { Logger } from '../../../src/runtime/log/logger.ts'
import { newWebhook } from '../../../src/runtime/webhook/webhook-builder.ts'
import { admissionPath } from '../../../src/runtime/webhook/webhook-paths.ts'
import { webhookCertificate } from '../../../src/runtime/webhook/webhook-certificate.ts'
import { admissionHandler } from '../../../src/runtime/webhook/admission/admission-handler.ts'
import { allowed } from '../../../src/runtime/webhook/admission/admission-response.ts'
import { silentLogger } from '../log/silent-logger.ts'
import { Application, mutatePath, newReview } from './reviews.ts'
import { ServedWebhooks } from './served-webhooks.ts'

const authority = new CertificateAuthority('test')
const issue = (commonName: string): ServingPair =>
  toPair(authority.issue({ commonName, hosts: ['127.0.0.1'] }))
const anyRequest = {} as HttpRequest

function toPair({ certificate, privateKey }: KeyPair): ServingPair {
  return { cert: certificate, key: privateKey }
}

/** A certificate that a test replaces by hand. */
class TurnedCertificate implements ServingCertificate {
  #pair = issue('first')
  readonly #listeners: ((pair: ServingPair) => void)[] = []

  start(): Promise<void> {
    return Promise.resolve()
  }

  current(): ServingPair {
    return this.#pair
  }

  onChange(listener: (pair: ServingPair) => void): void {
    this.#listeners.push(listener)
  }

  turn(name: string): void {
    this.#pair = issue(name)
    this.#listeners.forEach((listener) => listener(this.#pair))
  }
}

function serveDefaulter(options?: ConstructorParameters<typeof ServedWebhooks>[0]): ServedWebhooks {
  const served = new ServedWebhooks(options)
  const defaulter = {
    default: (application: Application) => void (application.spec.replicas ??= 1),
  }
  newWebhook(served).for(Application).withDefaulter(defaulter).complete()
  return served
}

describe('paths', () => {
  test.for([
    [
      { group: 'apps.my.domain', version: 'v1', kind: 'Application' },
      '/mutate-apps-my-domain-v1-application',
    ],
    [{ group: '', version: 'v1', kind: 'Pod' }, '/mutate--v1-pod'],
  ] as const)('are those of controller-runtime: %j', ([kind, path]) => {
    expect(admissionPath('mutate', kind)).toBe(path)
  })

  test.for(['/v1.2/a-b', '/a/', '/A_b', '/'])(
    'of one’s own are what the API server may call: %s',
    (path) => {
      const served = new ServedWebhooks()
      const builder = newWebhook(served).for(Application)
      builder.withDefaulter({ default: () => undefined }, { path }).complete()
      expect(served.webhookServer.paths).toEqual([path])
    },
  )

  test.for(['validate', '/a b', '/a?b', '//', '/a//b', ''])(
    'of one’s own are words after slashes: %s',
    (path) => {
      const builder = newWebhook(new ServedWebhooks()).for(Application)
      expect(() => builder.withDefaulter({ default: () => undefined }, { path })).toThrow(
        RangeError,
      )
    },
  )

  test('are served once', () => {
    const served = serveDefaulter()
    expect(() => served.webhookServer.register(mutatePath, () => undefined)).toThrow(mutatePath)
    expect(() => served.webhookServer.register('mutate', () => undefined)).toThrow(RangeError)
    expect(() => newWebhook(served).for(Application).complete()).toThrow('withDefaulter')
  })
})

describe('a webhook server', () => {
  test('answers by HTTP/2 where that is on, many calls of one connection at once', async () => {
    const served = await serveDefaulter({ enableHttp2: true }).start()
    const { call } = openSession(served)
    const large = newReview().replace('shop:1', 'x'.repeat(5_000_000))
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        call(mutatePath, index % 8 === 0 ? large : newReview()),
      ),
    )
    const patches = answers.map((text) => JSON.parse(text).response.patchType)
    expect(patches).toEqual(Array(60).fill('JSONPatch'))
    // HTTP/1.1 is still there for who wants it.
    expect((await served.review(mutatePath, newReview())).response.allowed).toBe(true)
  })

  test('offers no HTTP/2 unless it is on', async () => {
    const { session } = openSession(await serveDefaulter().start())
    await expect(new Promise((_resolve, reject) => session.once('error', reject))).rejects.toThrow()
  })

  test.for([false, true])(
    'turns its certificate without a call that fails, HTTP/2 on: %s',
    async (enableHttp2) => {
      const certificate = new TurnedCertificate()
      const served = await serveDefaulter({ certificate, enableHttp2 }).start()
      const session = enableHttp2 ? openSession(served) : undefined
      let isOver = false
      let calls = 0
      const traffic = Array.from({ length: 4 }, async () => {
        while (!isOver) {
          const { response } = session
            ? JSON.parse(await session.call(mutatePath, newReview()))
            : await served.review(mutatePath, newReview())
          expect(response.allowed).toBe(true)
          calls += 1
        }
      })
      for (let turn = 0; turn < 20; turn++) {
        certificate.turn(`pair-${turn}`)
        const subject = await subjectOf(served)
        expect(subject).toBe(`pair-${turn}`)
      }
      isOver = true
      await Promise.all(traffic)
      expect(calls).toBeGreaterThan(20)
    },
  )

  test('answers clients of its authorities alone, after a turn too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kops-webhook-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const clients = new CertificateAuthority('clients')
    const clientCaFile = join(folder, 'ca.crt')
    writeFileSync(clientCaFile, clients.certificate)
    const certificate = new TurnedCertificate()
    const served = await serveDefaulter({ certificate, clientCaFile }).start()
    const known = toPair(clients.issue({ commonName: 'api-server', isClient: true }))
    const stranger = toPair(authority.issue({ commonName: 'stranger', isClient: true }))
    for (let turn = 0; turn < 2; turn++) {
      expect(await subjectOf(served, known)).toBe(turn === 0 ? 'first' : 'second')
      await expect(subjectOf(served, stranger)).rejects.toThrow()
      await expect(subjectOf(served)).rejects.toThrow()
      certificate.turn('second')
    }
  })

  test.for([false, true])(
    'finishes what it answers when it stops, over HTTP/2: %s',
    async (enableHttp2) => {
      const served = new ServedWebhooks({ enableHttp2 })
      const pending: (() => void)[] = []
      const handler = admissionHandler(served, async () => {
        await new Promise<void>((resolve) => void pending.push(resolve))
        return allowed()
      })
      served.webhookServer.register('/slow', handler)
      await served.start()
      const call = enableHttp2
        ? openSession(served).call
        : async (path: string, body: string) => (await served.post(path, body)).text
      const given = Promise.all([1, 2].map(() => call('/slow?timeout=30s', newReview())))
      await expect.poll(() => pending.length).toBe(2)
      served.stop()
      pending.forEach((answer) => answer())
      for (const text of await given) expect(JSON.parse(text).response.allowed).toBe(true)
      await served.ended
    },
  )

  test.for([false, true])(
    'tells a handler when its client has gone, and not before, over HTTP/2: %s',
    async (enableHttp2) => {
      const errors: string[] = []
      const logger: Logger = { ...silentLogger, error: (message) => void errors.push(message) }
      const served = new ServedWebhooks({ enableHttp2, logger })
      const signals: AbortSignal[] = []
      const handler = admissionHandler(served, async ({ dryRun }, { signal }) => {
        signals.push(signal)
        if (!dryRun) return allowed()
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        throw new Error('given up')
      })
      served.webhookServer.register('/gone', handler)
      await served.start()
      const session = enableHttp2 ? openSession(served) : undefined
      const call: (path: string, body: string) => Promise<unknown> =
        session?.call ?? ((path, body) => served.post(path, body))
      await call('/gone', newReview())
      const rejected = call('/gone', newReview({ dryRun: true })).catch(() => undefined)
      await expect.poll(() => signals.length).toBe(2)
      expect(signals.map(({ aborted }) => aborted)).toEqual([false, false])
      if (session) session.session.destroy()
      else served.hangUp()
      await expect.poll(() => signals[1]?.aborted).toBe(true)
      await rejected
      expect(signals[0]?.aborted).toBe(false)
      const inFlight = 'requests_in_flight{webhook="/gone"} 0\n'
      await expect.poll(() => served.metrics.render()).toContain(inFlight)
      expect(errors).toEqual([])
    },
  )

  test('is off without a certificate and with port -1, and ready then', async () => {
    for (const options of [{ certificate: 'none' as const }, { port: -1 }]) {
      const served = await serveDefaulter(options).start()
      await served.ended
      expect(served.webhookServer.port).toBeUndefined()
      expect(served.webhookServer.inspect()).toMatchObject({ state: 'off', paths: [mutatePath] })
      await served.webhookServer.startedChecker()(anyRequest)
    }
  })

  test('is not ready before it listens', async () => {
    const served = serveDefaulter()
    const check = served.webhookServer.startedChecker()
    await expect(check(anyRequest)).rejects.toThrow('not started')
    await served.start()
    await check(anyRequest)
    served.stop()
    await served.ended
    await expect(check(anyRequest)).rejects.toThrow()
  })

  test('rejects where its port is taken', async () => {
    const first = await serveDefaulter().start()
    const second = serveDefaulter({ port: first.webhookServer.port })
    await expect(second.start()).rejects.toThrow(/^webhook: .*EADDRINUSE/)
  })
})

describe('webhookCertificate()', () => {
  const manager = { metrics: new PrometheusRegistry() } as unknown as Manager
  const given = new TurnedCertificate()

  test('takes what the options give', () => {
    expect(webhookCertificate({ certificates: () => given }, manager)).toBe(given)
    expect(webhookCertificate({ certificates: () => given, certPath: '' }, manager)).toBe(given)
  })

  test('takes files first, and in a pod those that manifests mount', () => {
    const options = { certificates: () => given, certPath: '/certs' }
    expect(webhookCertificate(options, manager)).toBeInstanceOf(CertificateFiles)
    vi.stubEnv('KUBERNETES_SERVICE_HOST', '10.0.0.1')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(webhookCertificate({ certPath: '' }, manager)).toBeInstanceOf(CertificateFiles)
    expect(webhookCertificate({ certificates: () => given }, manager)).toBe(given)
  })

  test('finds none outside of a pod, unless the folder is there', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kops-webhook-'))
    onTestFinished(() => {
      vi.unstubAllEnvs()
      rmSync(folder, { recursive: true, force: true })
    })
    vi.stubEnv('TMPDIR', folder)
    vi.stubEnv('KUBERNETES_SERVICE_HOST', undefined)
    const options = { certificates: () => undefined }
    expect(webhookCertificate(options, manager)).toBeUndefined()
    mkdirSync(join(folder, 'k8s-webhook-server', 'serving-certs'), { recursive: true })
    expect(webhookCertificate(options, manager)).toBeInstanceOf(CertificateFiles)
  })
})

/** A connection by HTTP/2, and how to call over it. */
function openSession({ webhookServer }: ServedWebhooks) {
  const session = connectHttp2(`https://127.0.0.1:${webhookServer.port}`, {
    rejectUnauthorized: false,
    maxSessionMemory: 1000,
  })
  onTestFinished(() => session.destroy())
  const call = (path: string, body: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const stream = session.request({
        [constants.HTTP2_HEADER_METHOD]: 'POST',
        [constants.HTTP2_HEADER_PATH]: path,
        'content-type': 'application/json',
      })
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
      stream.once('end', () => resolve(text))
      stream.once('error', reject)
      stream.end(body)
    })
  return { session, call }
}

/** Whose certificate a new connection sees. */
function subjectOf(
  { webhookServer }: ServedWebhooks,
  client?: ServingPair,
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = httpsRequest(
      {
        host: '127.0.0.1',
        port: webhookServer.port,
        path: mutatePath,
        method: 'POST',
        agent: false,
        rejectUnauthorized: false,
        headers: { 'content-type': 'application/json' },
        ...client,
      },
      (response) => {
        const socket = response.socket as unknown as {
          getPeerCertificate(): { subject?: { CN?: string } }
        }
        const subject = socket.getPeerCertificate().subject?.CN
        response.resume()
        response.once('end', () => resolve(subject))
      },
    )
    outgoing.once('error', reject)
    outgoing.end(newReview())
  })
}
