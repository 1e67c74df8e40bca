import { X509Certificate } from 'node:crypto'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { configurationTarget } from '../../../src/runtime/certificates/authority-target.ts'
import { CertificateAuthority } from '../../../src/runtime/certificates/certificate-authority.ts'
import {
  splitCertificates,
  verifiesAgainst,
} from '../../../src/runtime/certificates/certificate-bundle.ts'
import type { CertificateSigner } from '../../../src/runtime/certificates/certificate-signer.ts'
import { KeptCertificate } from '../../../src/runtime/certificates/kept-certificate.ts'
import { OwnSigner } from '../../../src/runtime/certificates/own-signer.ts'
import type { Clock } from '../../../src/runtime/clock/clock.ts'
import { ManualClock } from '../clock/manual-clock.ts'
import { silentLogger } from '../log/silent-logger.ts'
import { CertificateCluster, secretKey, service } from './certificate-cluster.ts'

const host = 'webhook-service.fleet-system.svc'
const dayMs = 24 * 3_600_000
const overlapMs = 60_000

interface Replica {
  readonly certificate: KeptCertificate
  readonly isStarted: () => boolean
  readonly stop: () => void
}

function startReplica(
  cluster: CertificateCluster,
  clock: Clock,
  {
    hosts = [host],
    signer = new OwnSigner(clock, 90 * dayMs) as CertificateSigner,
    client = cluster.client(),
  } = {},
): Replica {
  const certificate = new KeptCertificate({
    client,
    clock,
    logger: silentLogger,
    secret: secretKey,
    hosts,
    signer,
    targets: [configurationTarget('ValidatingWebhookConfiguration', 'validating', service)],
    overlapMs,
  })
  const stop = new AbortController()
  let isStarted = false
  certificate.start(stop.signal).then(
    () => (isStarted = true),
    () => undefined,
  )
  onTestFinished(() => stop.abort(new Error('the test is over')))
  return { certificate, isStarted: () => isStarted, stop: () => stop.abort(new Error('stopped')) }
}

function useCluster(): { readonly cluster: CertificateCluster; readonly clock: ManualClock } {
  const clock = new ManualClock()
  return { cluster: new CertificateCluster(clock), clock }
}

test('a first start makes a certificate and tells the API server whom to trust', async () => {
  const { cluster, clock } = useCluster()
  const { certificate, isStarted } = startReplica(cluster, clock)
  await clock.advance(60_000)
  expect(isStarted()).toBe(true)
  const { cert } = certificate.current()
  expect(new X509Certificate(cert).checkHost(host)).toBe(host)
  expect(cluster.trusts(cert)).toBe(true)
  expect(Object.keys(cluster.secret().data ?? {})).toEqual(['ca.crt', 'tls.crt', 'tls.key'])
})

test('replicas that start at once serve with the same certificate', async () => {
  const { cluster, clock } = useCluster()
  const replicas = [1, 2, 3].map(() => startReplica(cluster, clock))
  await clock.advance(30_000)
  const served = replicas.map(({ certificate }) => certificate.current().cert)
  expect(new Set(served).size).toBe(1)
})

test('a certificate is replaced at two thirds of its life, its authority told before', async () => {
  const { cluster, clock } = useCluster()
  const { certificate } = startReplica(cluster, clock)
  await clock.advance(5_000)
  const first = certificate.current().cert
  await clock.advance(59 * dayMs)
  expect(certificate.current().cert).toBe(first)
  const told: number[] = []
  certificate.onChange(() => told.push(splitCertificates(cluster.bundles()[0] ?? '').length))
  await clock.advance(2 * dayMs)
  const second = certificate.current().cert
  expect(second).not.toBe(first)
  expect(told).toEqual([2])
  expect([first, second].every((cert) => cluster.trusts(cert))).toBe(true)
  // The authority before goes with the certificate that it signed.
  await clock.advance(61 * dayMs)
  expect(cluster.trusts(certificate.current().cert)).toBe(true)
  expect(cluster.trusts(first)).toBe(false)
})

test('an annotation asks for another certificate now', async () => {
  const { cluster, clock } = useCluster()
  const { certificate } = startReplica(cluster, clock)
  await clock.advance(5_000)
  const first = certificate.current().cert
  const secret = cluster.secret()
  const annotations = { 'kops.dev/rotate': 'now', 'example.org/own': 'stays' }
  cluster.put({ ...secret, metadata: { ...secret.metadata, annotations } })
  await clock.advance(overlapMs + 10_000)
  expect(certificate.current().cert).not.toBe(first)
  expect(cluster.secret().metadata?.annotations).toEqual({ 'example.org/own': 'stays' })
})

test('whatever somebody writes into the Secret, it holds a pair that is believed in the end', async () => {
  const text = fc.oneof(
    fc.constantFrom('', 'AAAA', Buffer.from('no certificate').toString('base64')),
    fc.base64String({ maxLength: 40 }),
  )
  const names = ['ca.crt', 'tls.crt', 'tls.key', 'next-tls.crt', 'next-tls.key', 'other']
  const data = fc.dictionary(fc.constantFrom(...names), text, { maxKeys: 4 })
  await fc.assert(
    fc.asyncProperty(data, async (written) => {
      const { cluster, clock } = useCluster()
      const { certificate } = startReplica(cluster, clock)
      await clock.advance(60_000)
      const secret = cluster.secret()
      cluster.put({ ...secret, data: { ...secret.data, ...written } } as object)
      await clock.advance(4 * overlapMs)
      const { cert } = certificate.current()
      expect(cluster.trusts(cert)).toBe(true)
      const stored = Buffer.from(cluster.secret().data?.['tls.crt'] ?? '', 'base64').toString()
      expect(stored).toBe(cert)
    }),
    { numRuns: 20 },
  )
})

test('a pair that nobody would believe is not served in place of one that is', async () => {
  const { cluster, clock } = useCluster()
  const { certificate } = startReplica(cluster, clock)
  await clock.advance(60_000)
  const first = certificate.current().cert
  const foreign = new CertificateAuthority('foreign', clock).issue({
    commonName: 'a',
    hosts: [host],
  })
  const data = {
    ...cluster.secret().data,
    'tls.crt': Buffer.from(foreign.certificate).toString('base64'),
    'tls.key': Buffer.from(foreign.privateKey).toString('base64'),
  }
  const served: string[] = []
  certificate.onChange(({ cert }) => {
    served.push(cert)
    expect(cluster.trusts(cert)).toBe(true)
  })
  cluster.put({ ...cluster.secret(), data } as object)
  await clock.advance(4 * overlapMs)
  expect(served).toEqual([certificate.current().cert])
  expect(served).not.toContain(foreign.certificate)
  expect(served).not.toContain(first)
  expect(cluster.trusts(certificate.current().cert)).toBe(true)
})

test('a certificate of a replica whose clock is ahead is replaced by one that is good today', async () => {
  const { cluster, clock } = useCluster()
  const ahead: Clock = {
    now: () => clock.now() + 2 * dayMs,
    monotonic: () => clock.monotonic(),
    after: (delayMs, callback) => clock.after(delayMs, callback),
  }
  const wrong = startReplica(cluster, ahead)
  await clock.advance(60_000)
  wrong.stop()
  const early = wrong.certificate.current().cert
  expect(Date.parse(new X509Certificate(early).validFrom)).toBeGreaterThan(clock.now())

  const { certificate } = startReplica(cluster, clock)
  await clock.advance(60_000)
  const { cert } = certificate.current()
  expect(cert).not.toBe(early)
  expect(Date.parse(new X509Certificate(cert).validFrom)).toBeLessThan(clock.now())
  expect(cluster.trusts(cert)).toBe(true)
})

test('a signer whose clock is a little ahead is not asked again', async () => {
  const { cluster, clock } = useCluster()
  const ahead = new ManualClock()
  // Its certificates begin an hour before.
  ahead.epochMs = clock.epochMs + 65 * 60_000
  const own = new OwnSigner(ahead)
  let signed = 0
  const signer: CertificateSigner = {
    sign(order) {
      signed++
      return own.sign(order)
    },
  }
  const { certificate } = startReplica(cluster, clock, { signer })
  await clock.advance(3 * overlapMs)
  expect(signed).toBe(1)
  expect(cluster.trusts(certificate.current().cert)).toBe(true)
})

test('a bundle that somebody takes away comes back', async () => {
  const { cluster, clock } = useCluster()
  const { certificate } = startReplica(cluster, clock)
  await clock.advance(5_000)
  const webhooks = ['a', 'c'].map((name) => ({ name, clientConfig: { service } }))
  cluster.put({ metadata: { name: 'validating' }, webhooks } as object)
  await clock.advance(60_000)
  expect(cluster.trusts(certificate.current().cert)).toBe(true)
})

test('a configuration that comes later is told whom to trust', async () => {
  const { cluster, clock } = useCluster()
  const configuration = cluster.objects.get('validating')
  if (configuration === undefined) throw new Error('there is no configuration')
  cluster.objects.delete('validating')
  const { certificate, isStarted } = startReplica(cluster, clock)
  await clock.advance(60_000)
  expect(isStarted()).toBe(true)
  cluster.put(configuration)
  await clock.advance(60_000)
  const { cert } = certificate.current()
  expect(cluster.bundles().map((bundle) => verifiesAgainst(cert, bundle))).toEqual([true, true])
})

test('a bundle that was on its way for long is not put in place of a newer one', async () => {
  const { cluster, clock } = useCluster()
  const quick = startReplica(cluster, clock)
  await clock.advance(60_000)
  let release = (): void => undefined
  let isHeld = false
  const held = new Promise<void>((resolve) => (release = resolve))
  const client = cluster.client((verb) => {
    isHeld ||= verb === 'apply'
    return verb === 'apply' ? held : Promise.resolve()
  })
  const slow = startReplica(cluster, clock, { client })
  const webhooks = ['a', 'b'].map((name) => ({ name, clientConfig: { service } }))
  cluster.put({ metadata: { name: 'validating' }, webhooks } as object)
  await clock.advance(60_000)
  expect(isHeld).toBe(true)
  const secret = cluster.secret()
  const annotations = { 'kops.dev/rotate': '' }
  cluster.put({ ...secret, metadata: { ...secret.metadata, annotations } })
  await clock.advance(2 * overlapMs)
  release()
  await clock.advance(1_000)
  expect(cluster.trusts(quick.certificate.current().cert)).toBe(true)
  await clock.advance(60_000)
  expect(slow.certificate.current()).toEqual(quick.certificate.current())
})

test('an operator whose Service has another name now gets a certificate for that one', async () => {
  const { cluster, clock } = useCluster()
  const before = startReplica(cluster, clock)
  await clock.advance(5_000)
  before.stop()
  const after = startReplica(cluster, clock, { hosts: ['other.fleet-system.svc'] })
  await clock.advance(10_000)
  const { cert } = after.certificate.current()
  expect(new X509Certificate(cert).checkHost('other.fleet-system.svc')).toBeDefined()
})

test('without its Secret, and while the server fails, it goes on with what it has', async () => {
  const { cluster, clock } = useCluster()
  const { certificate, isStarted } = startReplica(cluster, clock)
  cluster.objects.delete(secretKey.name)
  await clock.advance(120_000)
  expect(isStarted()).toBe(false)
  cluster.put({ metadata: { ...secretKey } })
  await clock.advance(60_000)
  expect(isStarted()).toBe(true)
  const first = certificate.current().cert
  cluster.onRequest = () => {
    throw new Error('no answer')
  }
  await clock.advance(61 * dayMs)
  expect(certificate.current().cert).toBe(first)
  cluster.onRequest = () => undefined
  await clock.advance(dayMs)
  expect(certificate.current().cert).not.toBe(first)
})

test('nobody is told of an authority before its signer has answered', async () => {
  const { cluster, clock } = useCluster()
  const own = new OwnSigner(clock)
  let hasAnswered = false
  const keys = new Set<string>()
  const signer: CertificateSigner = {
    sign: (order) => {
      keys.add(order.key.export({ type: 'pkcs8', format: 'pem' }).toString())
      return hasAnswered ? own.sign(order) : Promise.resolve(undefined)
    },
  }
  const replicas = [1, 2].map(() => startReplica(cluster, clock, { signer }))
  await clock.advance(300_000)
  expect(replicas.map(({ isStarted }) => isStarted())).toEqual([false, false])
  expect(cluster.bundles()).toEqual(['', ''])
  hasAnswered = true
  await clock.advance(60_000)
  expect(replicas.map(({ isStarted }) => isStarted())).toEqual([true, true])
  // One order, whoever asks and however often.
  expect(keys.size).toBe(1)
})

/** What happens to replicas, one after the other. */
const happenings = fc.array(
  fc.record({
    afterMs: fc.integer({ min: 0, max: 40 * dayMs }),
    what: fc.constantFrom('rotate', 'restart', 'reapply', 'refuse', 'nothing'),
    replica: fc.nat({ max: 2 }),
  }),
  { maxLength: 6 },
)

test('whatever happens, the API server trusts every replica', async () => {
  const delay = fc.oneof(
    { arbitrary: fc.integer({ min: 0, max: 5_000 }), weight: 9 },
    { arbitrary: fc.integer({ min: 60_000, max: 300_000 }), weight: 1 },
  )
  const delays = fc.array(delay, { minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(happenings, delays, async (events, delaysMs) => {
      const { cluster, clock } = useCluster()
      let request = 0
      cluster.delayMs = () => delaysMs[request++ % delaysMs.length] ?? 0
      const replicas = [0, 1, 2].map(() => startReplica(cluster, clock))
      await clock.advance(3_600_000)
      const distrusted = (): string[] =>
        replicas
          .filter(({ isStarted }) => isStarted())
          .map(({ certificate }) => certificate.current().cert)
          .filter((cert) => !cluster.trusts(cert))
      const problems: string[] = []
      const check = (): void => void problems.push(...distrusted())
      replicas.forEach(({ certificate }) => certificate.onChange(check))
      check()
      for (const { afterMs, what, replica } of events) {
        await clock.advance(afterMs)
        check()
        if (what === 'rotate' || what === 'refuse') {
          const secret = cluster.secret()
          const annotations = { 'kops.dev/rotate': '' }
          cluster.put({ ...secret, metadata: { ...secret.metadata, annotations } })
        } else if (what === 'restart') {
          replicas[replica]?.stop()
          const started = startReplica(cluster, clock)
          started.certificate.onChange(check)
          replicas[replica] = started
        } else if (what === 'reapply') {
          const configuration = cluster.objects.get('validating') ?? {}
          cluster.put({ ...configuration, metadata: { ...configuration.metadata, labels: {} } })
        }
        cluster.onRequest = (verb) => {
          if (verb === 'apply' && what === 'refuse') throw new Error('refused')
        }
        await clock.advance(200_000)
        cluster.onRequest = () => undefined
        check()
      }
      expect(problems).toEqual([])
    }),
    { numRuns: 4 },
  )
})
