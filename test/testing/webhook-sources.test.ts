import { beforeAll, describe, expect, test } from 'vitest'
import { LocalWebhooks } from '../../src/testing/local-webhooks.ts'
import {
  readConfigurations,
  redirectConfiguration,
  redirectConversion,
  withoutConversion,
  type WebhookConfiguration,
} from '../../src/testing/webhook-sources.ts'
import { ApplicationKind } from '../kube/webhooks/application.ts'

const kind = new ApplicationKind('apps.my.domain')
let local: LocalWebhooks

beforeAll(async () => {
  local = await LocalWebhooks.open()
  return () => local.close()
})

const judged = {
  rules: [],
  failurePolicy: 'Fail',
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
}

const configuration: WebhookConfiguration = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'validating-webhook-configuration', labels: { a: 'b' } },
  webhooks: [
    {
      ...judged,
      name: 'service.my.domain',
      clientConfig: { service: { name: 'webhook-service', namespace: 'system', path: '/a' } },
    },
    {
      ...judged,
      name: 'url.my.domain',
      clientConfig: { url: 'https://elsewhere:8443/b' },
      namespaceSelector: { matchExpressions: [{ key: 'skip', operator: 'DoesNotExist' }] },
    },
  ],
}

const configOf = (path: string) => ({
  url: `https://127.0.0.1:${local.port}${path}`,
  caBundle: Buffer.from(local.authority).toString('base64'),
})

describe('redirectConfiguration()', () => {
  test('has each webhook called at the test’s own server, and keeps the rest', () => {
    expect(redirectConfiguration(configuration, { local })).toMatchObject({
      metadata: { name: 'validating-webhook-configuration', labels: { a: 'b' } },
      webhooks: [
        { ...judged, name: 'service.my.domain', clientConfig: configOf('/a') },
        { ...judged, name: 'url.my.domain', clientConfig: configOf('/b') },
      ],
    })
  })

  test('leaves out a URL that the test does not serve', () => {
    const { webhooks } = redirectConfiguration(configuration, { local, paths: ['/a'] })
    expect(webhooks).toMatchObject([{ name: 'service.my.domain' }])
  })

  test('refuses the path of a service that the test does not serve', () => {
    expect(() => redirectConfiguration(configuration, { local, paths: ['/b'] })).toThrow(
      'nobody serves /a, which the webhook service.my.domain is called at',
    )
  })

  test('keeps to namespaces and to a name of its own where tests share a control plane', () => {
    const redirection = { local, namespaces: ['mine'], nameSuffix: '-x' }
    const own = { key: 'kubernetes.io/metadata.name', operator: 'In', values: ['mine'] }
    expect(redirectConfiguration(configuration, redirection)).toMatchObject({
      metadata: { name: 'validating-webhook-configuration-x' },
      webhooks: [
        { namespaceSelector: { matchExpressions: [own] } },
        {
          namespaceSelector: { matchExpressions: [{ key: 'skip', operator: 'DoesNotExist' }, own] },
        },
      ],
    })
  })
})

test('a definition is converted by the test’s own server, or by nobody', () => {
  const definition = kind.definition('v1')
  expect(redirectConversion(definition, local).spec.conversion).toEqual({
    strategy: 'Webhook',
    webhook: { clientConfig: configOf('/convert'), conversionReviewVersions: ['v1'] },
  })
  expect(withoutConversion(definition).spec.conversion).toEqual({ strategy: 'None' })
  const plain = { ...definition, spec: { ...definition.spec, conversion: undefined } }
  expect(withoutConversion(plain as never)).toBe(plain)
  expect(redirectConversion(plain as never, local)).toBe(plain)
})

test('configurations are read from files, where other objects are left alone', async () => {
  const read = await readConfigurations(['test/cases/generate/webhooks-beyond/want', configuration])
  expect(read.map(({ kind: each }) => each)).toEqual([
    'MutatingWebhookConfiguration',
    'ValidatingWebhookConfiguration',
    'ValidatingWebhookConfiguration',
  ])
})
