import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../src/apimachinery/json.ts'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { buildWebhookConfigurations } from '../../src/generators/webhook.ts'
import { marker } from './marker-literal.ts'

type Values = Readonly<Record<string, JsonValue>>

const complete: Values = {
  path: '/validate-apps-v1-tunnel',
  mutating: false,
  failurePolicy: 'fail',
  sideEffects: 'None',
  groups: ['apps.my.domain'],
  resources: ['tunnels'],
  verbs: ['create', 'update'],
  versions: ['v1'],
  name: 'vtunnel.my.domain',
  admissionReviewVersions: ['v1'],
}

function build(webhooks: readonly Values[], configurations: readonly Values[] = []) {
  const sink = new DiagnosticSink()
  const objects = buildWebhookConfigurations(
    {
      webhooks: webhooks.map((each) => marker('kubebuilder:webhook', each)),
      configurations: configurations.map((each) => marker('kubebuilder:webhookconfiguration', each)),
    },
    sink,
  ) // prettier-ignore
  return { objects, codes: sink.diagnostics.map(({ code }) => code) }
}

describe('buildWebhookConfigurations()', () => {
  test('writes a webhook in Kubernetes’ own words', () => {
    expect(build([complete])).toEqual({
      codes: [],
      objects: [
        {
          apiVersion: 'admissionregistration.k8s.io/v1',
          kind: 'ValidatingWebhookConfiguration',
          metadata: { name: 'validating-webhook-configuration' },
          webhooks: [
            {
              admissionReviewVersions: ['v1'],
              clientConfig: {
                service: {
                  name: 'webhook-service',
                  namespace: 'system',
                  path: '/validate-apps-v1-tunnel',
                },
              },
              failurePolicy: 'Fail',
              name: 'vtunnel.my.domain',
              rules: [
                {
                  apiGroups: ['apps.my.domain'],
                  apiVersions: ['v1'],
                  operations: ['CREATE', 'UPDATE'],
                  resources: ['tunnels'],
                },
              ],
              sideEffects: 'None',
            },
          ],
        },
      ],
    })
  })

  test('writes the mutating configuration first, webhooks by name, names as configured', () => {
    const { objects } = build(
      [
        complete,
        { ...complete, name: 'b.my.domain', mutating: true, reinvocationPolicy: 'IfNeeded' },
        { ...complete, name: 'a.my.domain', mutating: true, timeoutSeconds: 5, groups: ['core'] },
      ],
      [{ mutating: true, name: 'mine' }],
    )
    expect(objects).toMatchObject([
      {
        metadata: { name: 'mine' },
        webhooks: [
          { name: 'a.my.domain', timeoutSeconds: 5, rules: [{ apiGroups: [''] }] },
          { name: 'b.my.domain', reinvocationPolicy: 'IfNeeded' },
        ],
      },
      { kind: 'ValidatingWebhookConfiguration' },
    ])
  })

  test('applies a patch: objects merge, null removes, lists replace', () => {
    const patch = JSON.stringify({
      timeoutSeconds: null,
      clientConfig: { service: { port: 9443 } },
      namespaceSelector: { matchLabels: { a: 'b' } },
      matchConditions: [{ name: 'x', expression: 'true' }],
    })
    const { objects, codes } = build([{ ...complete, timeoutSeconds: 5, patch }])
    expect(codes).toEqual([])
    expect(objects).toMatchObject([
      {
        webhooks: [
          {
            clientConfig: { service: { name: 'webhook-service', port: 9443 } },
            namespaceSelector: { matchLabels: { a: 'b' } },
            matchConditions: [{ name: 'x' }],
          },
        ],
      },
    ])
    expect(JSON.stringify(objects)).not.toContain('timeoutSeconds')
  })

  test.for<[string, readonly Values[]]>([
    ['webhook/invalid-name', [{ ...complete, name: 'tunnel' }]],
    ['webhook/invalid-name', [{ ...complete, name: 'VTunnel.my.domain' }]],
    ['webhook/repeated-name', [complete, complete]],
    ['webhook/path-or-url', [{ ...complete, url: 'https://a/b' }]],
    ['webhook/path-or-url', [{ ...complete, path: '' }]],
    ['webhook/invalid-path', [{ ...complete, path: 'validate' }]],
    ['webhook/invalid-url', [{ ...complete, path: '', url: 'http://a/b' }]],
    ['webhook/invalid-url', [{ ...complete, path: '', url: 'https://a/b?c' }]],
    ['webhook/no-side-effects', [{ ...complete, sideEffects: '' }]],
    ['webhook/not-mutating', [{ ...complete, reinvocationPolicy: 'Never' }]],
    ['webhook/empty-list', [{ ...complete, versions: [] }]],
    ['webhook/beside-wildcard', [{ ...complete, verbs: ['*', 'create'] }]],
    ['webhook/invalid-patch', [{ ...complete, patch: '{' }]],
    ['webhook/invalid-patch', [{ ...complete, patch: '[]' }]],
    ['webhook/invalid-patch', [{ ...complete, patch: '{"namespaceSelecter":{}}' }]],
    ['webhook/invalid-patch', [{ ...complete, patch: '{"timeoutSeconds":"5"}' }]],
    ['webhook/invalid-patch', [{ ...complete, patch: '{"rules":{}}' }]],
    ['webhook/invalid-patch', [{ ...complete, patch: '{"reinvocationPolicy":"Never"}' }]],
  ])('reports %s for %o', ([code, webhooks]) => {
    expect(build(webhooks).codes).toEqual([code])
  })

  test('reports a configuration that is named twice', () => {
    const twice = [{ mutating: false, name: 'a' }, { mutating: false, name: 'b' }] // prettier-ignore
    expect(build([complete], twice).codes).toEqual(['webhook/repeated-configuration'])
  })
})
