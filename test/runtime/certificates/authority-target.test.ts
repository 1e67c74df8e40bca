import { expect, test } from 'vitest'
import {
  configurationTarget,
  conversionTarget,
} from '../../../src/runtime/certificates/authority-target.ts'
import { managedCertificates } from '../../../src/runtime/certificates/managed-certificates.ts'
import type { TypedObject } from '../../../src/runtime/client/client.ts'
import type { Manager } from '../../../src/runtime/manager/manager.ts'

const service = { name: 'webhook-service', namespace: 'fleet-system' }
const own = { service: { ...service, path: '/a' }, caBundle: 'old' }
const others = [
  { service: { name: 'webhook-service', namespace: 'other' } },
  { service: { name: 'other', namespace: 'fleet-system' } },
  { url: 'https://localhost:9443/a' },
  {},
]

test('a configuration is told of for the webhooks of the own Service alone', () => {
  const target = configurationTarget('ValidatingWebhookConfiguration', 'validating', service)
  const webhooks = [own, ...others, { ...own, caBundle: undefined }].map((clientConfig, index) => ({
    name: `w${index}`,
    clientConfig,
  }))
  const object = { webhooks } as TypedObject
  expect(target.bundlesIn(object)).toEqual(['old', undefined])
  expect(target.withBundle(object, 'new')).toEqual({
    webhooks: ['w0', 'w5'].map((name) => ({ name, clientConfig: { caBundle: 'new' } })),
  })
})

test('a CRD is told of where the own Service converts it', () => {
  const target = conversionTarget('frigates.example.org', service)
  const crd = (clientConfig: object): TypedObject =>
    ({ spec: { conversion: { strategy: 'Webhook', webhook: { clientConfig } } } }) as TypedObject
  expect(target.bundlesIn(crd(own))).toEqual(['old'])
  for (const clientConfig of others) expect(target.bundlesIn(crd(clientConfig))).toEqual([])
  expect(target.bundlesIn({ spec: { conversion: { strategy: 'None' } } } as TypedObject)).toEqual(
    [],
  )
})

test('outside of a cluster nobody keeps a certificate', () => {
  const options = { source: 'self', secretName: 'a', serviceName: 'b' } as const
  const manager = { namespace: 'default' } as Manager
  expect(managedCertificates(options, {})(manager)).toBeUndefined()
  const inPod = { KUBERNETES_SERVICE_HOST: '10.0.0.1' }
  expect(managedCertificates(options, inPod)(manager)).toBeDefined()
})
