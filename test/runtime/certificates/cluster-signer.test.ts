import { createPublicKey, X509Certificate, type KeyObject } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { StatusError } from '../../../src/apimachinery/status.ts'
import {
  CertificateAuthority,
  generateKeys,
} from '../../../src/runtime/certificates/certificate-authority.ts'
import { ClusterSigner } from '../../../src/runtime/certificates/cluster-signer.ts'
import type { Client, TypedObject } from '../../../src/runtime/client/client.ts'
import type { Logger } from '../../../src/runtime/log/logger.ts'
import { silentLogger } from '../log/silent-logger.ts'

const secret = { namespace: 'fleet-system', name: 'cert' }
const hosts = ['webhook-service.fleet-system.svc']
const cluster = new CertificateAuthority('cluster')
const other = new CertificateAuthority('other')
const { privateKey: key } = generateKeys()

interface Request extends TypedObject {
  spec?: { request: string; signerName: string; usages: string[]; expirationSeconds?: number }
  status?: object
}

/** The certificates API with one request, and the ConfigMap that tells of the cluster's authority. */
class FakeCertificates {
  request: Request | undefined
  status: object = {}
  published: string = cluster.certificate
  isCreatedMeanwhile = false
  readonly told: unknown[] = []

  readonly client = {
    get: (resource: { readonly kind: string }) => {
      const configMap = { data: { 'ca.crt': this.published } }
      const request = this.request && { ...this.request, status: this.status }
      return Promise.resolve(resource.kind === 'ConfigMap' ? configMap : request)
    },
    create: (_resource: object, object: Request) => {
      this.request = object
      const conflict = { apiVersion: 'v1', kind: 'Status', reason: 'AlreadyExists' } as const
      return this.isCreatedMeanwhile
        ? Promise.reject(new StatusError({ ...conflict, code: 409 }))
        : Promise.resolve(object)
    },
  } as unknown as Pick<Client, 'get' | 'create'>

  signer({ signerName = 'kubernetes.io/kubelet-serving', validMs = 0 } = {}): ClusterSigner {
    const logger: Logger = { ...silentLogger, info: (_message, fields) => this.told.push(fields) }
    const duration = validMs === 0 ? undefined : validMs
    return new ClusterSigner({
      client: this.client,
      logger,
      signerName,
      secret,
      validMs: duration,
    })
  }

  answer(authority: CertificateAuthority, forKey: KeyObject = key, names = hosts): void {
    const cert = authority.certify(createPublicKey(forKey), { commonName: 'a', hosts: names })
    this.status = { certificate: Buffer.from(cert).toString('base64') }
  }
}

function order(authorities = ''): Parameters<ClusterSigner['sign']>[0] {
  const stored = { authorities, isRotationWanted: false }
  return { key, hosts, stored, signal: new AbortController().signal }
}

describe('a request', () => {
  test('says once how it is approved', async () => {
    const fake = new FakeCertificates()
    const signer = fake.signer()
    expect(await signer.sign(order())).toBeUndefined()
    expect(await signer.sign(order())).toBeUndefined()
    const command = `kubectl certificate approve ${fake.request?.metadata?.name}`
    expect(fake.told).toEqual([{ command }])
  })

  test.for([
    [{}, undefined],
    [{ validMs: 60_000 }, 600],
    [{ validMs: 7_200_000 }, 7200],
  ] as const)('asks for the time that is wanted: %o', async ([options, expirationSeconds]) => {
    const fake = new FakeCertificates()
    await fake.signer(options).sign(order())
    expect(fake.request?.spec?.expirationSeconds).toBe(expirationSeconds)
    expect(fake.request?.spec?.usages).toEqual(['digital signature', 'server auth'])
  })

  test('of one key has one name, and another replica may have made it', async () => {
    const fake = new FakeCertificates()
    fake.isCreatedMeanwhile = true
    expect(await fake.signer().sign(order())).toBeUndefined()
    const name = fake.request?.metadata?.name
    expect(name).toMatch(/^fleet-system\.cert-[0-9a-f]{10}$/)
    fake.request = undefined
    await fake.signer().sign(order())
    expect(fake.request).toMatchObject({ metadata: { name } })
  })

  test.for(['Denied', 'Failed'])('that was %s is told with the way out', async (type) => {
    const fake = new FakeCertificates()
    await fake.signer().sign(order())
    fake.status = { conditions: [{ type, status: 'True', message: 'not for you' }] }
    await expect(fake.signer().sign(order())).rejects.toThrow(/not for you.*kubectl delete csr/)
  })
})

describe('an answer', () => {
  test('comes with the authority that verifies it, and no other', async () => {
    const fake = new FakeCertificates()
    fake.published = other.certificate + cluster.certificate
    await fake.signer().sign(order())
    fake.answer(cluster)
    const signed = await fake.signer().sign(order())
    expect(signed?.authorities.trim()).toBe(cluster.certificate.trim())
    expect(new X509Certificate(signed?.cert ?? '').checkPrivateKey(key)).toBe(true)
  })

  test('may verify against an authority that somebody has put into the Secret', async () => {
    const fake = new FakeCertificates()
    await fake.signer({ signerName: 'example.com/webhooks' }).sign(order())
    fake.answer(other)
    const signed = await fake.signer().sign(order(other.certificate))
    expect(signed?.authorities.trim()).toBe(other.certificate.trim())
  })

  test.for([
    ['of an unknown authority', (fake: FakeCertificates) => fake.answer(other), /ca\.crt/],
    [
      'for another key',
      (fake: FakeCertificates) => fake.answer(cluster, generateKeys().privateKey),
      /something else/,
    ],
    [
      'for other names',
      (fake: FakeCertificates) => fake.answer(cluster, key, ['example.com']),
      /something else/,
    ],
    [
      'that is none',
      (fake: FakeCertificates) => (fake.status = { certificate: 'AAAA' }),
      /something else/,
    ],
  ] as const)('%s is not trusted', async ([, answer, message]) => {
    const fake = new FakeCertificates()
    await fake.signer().sign(order())
    answer(fake)
    await expect(fake.signer().sign(order())).rejects.toThrow(message)
  })
})
