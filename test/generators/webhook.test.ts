import { describe, expect, test } from 'vitest'
import type { CustomResourceDefinition } from '../../src/apimachinery/custom-resource-definition.ts'
import type { JsonValue } from '../../src/apimachinery/json.ts'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { buildWebhookConfigurations } from '../../src/generators/webhook.ts'
import type { ServedWebhook } from '../../src/generators/webhook-served.ts'
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

interface Companions {
  readonly configurations?: readonly Values[]
  readonly rules?: readonly Values[]
  readonly conditions?: readonly Values[]
  readonly projectName?: string
  readonly served?: readonly ServedWebhook[]
  readonly keepsNames?: boolean
  readonly crds?: readonly CustomResourceDefinition[]
}

function build(
  webhooks: readonly Values[],
  { configurations = [], rules = [], conditions = [], ...options }: Companions = {},
) {
  const sink = new DiagnosticSink()
  const markers = (name: string, values: readonly Values[]) =>
    values.map((each) => marker(name, each))
  const objects = buildWebhookConfigurations(
    {
      webhooks: markers('kubebuilder:webhook', webhooks),
      configurations: markers('kubebuilder:webhookconfiguration', configurations),
      companions: [
        ...markers('kops:webhook:rule', rules),
        ...markers('kops:webhook:matchCondition', conditions),
      ],
    },
    options,
    sink,
  )
  return { objects, codes: sink.diagnostics.map(({ code }) => code) }
}

/** The one webhook of the one configuration. */
function buildOne(values: Values, companions?: Companions): JsonValue | undefined {
  const { objects, codes } = build([{ ...complete, ...values }], companions)
  expect(codes).toEqual([])
  const [
    {
      webhooks: [webhook],
    },
  ] = objects as [{ webhooks: [JsonValue] }]
  return webhook
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
      { configurations: [{ mutating: true, name: 'mine' }] },
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
    ['webhook/repeated-name', [complete, { ...complete, mutating: true }]],
    ['webhook/path-or-url', [{ ...complete, url: 'https://a/b' }]],
    ['webhook/path-or-url', [{ ...complete, path: '' }]],
    ['webhook/invalid-path', [{ ...complete, path: 'validate' }]],
    ['webhook/invalid-path', [{ ...complete, path: '/a//b' }]],
    ['webhook/invalid-path', [{ ...complete, path: '/Validate' }]],
    ['webhook/invalid-url', [{ ...complete, path: '', url: 'http://a/b' }]],
    ['webhook/invalid-url', [{ ...complete, path: '', url: 'https://a/b?c' }]],
    ['webhook/no-side-effects', [{ ...complete, sideEffects: '' }]],
    ['webhook/not-mutating', [{ ...complete, reinvocationPolicy: 'Never' }]],
    ['webhook/empty-list', [{ ...complete, versions: [] }]],
    ['webhook/beside-wildcard', [{ ...complete, verbs: ['*', 'create'] }]],
    ['webhook/beside-wildcard', [{ ...complete, resources: ['*', 'tunnels', 'tunnels/status'] }]],
    ['webhook/beside-wildcard', [{ ...complete, resources: ['tunnels/*', 'tunnels/status'] }]],
    ['webhook/beside-wildcard', [{ ...complete, resources: ['*/status', 'tunnels/status'] }]],
    ['webhook/invalid-selector', [{ ...complete, objectSelector: 'app is web' }]],
    ['webhook/invalid-selector', [{ ...complete, objectSelector: 'app in (a b)' }]],
    ['webhook/invalid-selector', [{ ...complete, namespaceSelector: '/a' }]],
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
    expect(build([complete], { configurations: twice }).codes).toEqual([
      'webhook/repeated-configuration',
    ])
  })

  test('leaves alone what is not a wildcard of the other', () => {
    const resources = ['*', 'tunnels/*', '*/scale']
    expect(buildOne({ resources })).toMatchObject({ rules: [{ resources }] })
  })

  test('says scope, selectors, conditions and further rules', () => {
    const webhook = 'vtunnel.my.domain'
    const rule = {
      ...complete,
      webhook,
      groups: ['core'],
      resources: ['pods'],
      scope: 'Namespaced',
    }
    expect(
      buildOne(
        { scope: '*', objectSelector: 'app notin (shop),tier=web', namespaceSelector: '!skip' },
        { rules: [rule], conditions: [{ webhook, name: 'all', expression: 'true' }] },
      ),
    ).toMatchObject({
      matchConditions: [{ name: 'all', expression: 'true' }],
      namespaceSelector: { matchExpressions: [{ key: 'skip', operator: 'DoesNotExist' }] },
      objectSelector: {
        matchLabels: { tier: 'web' },
        matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['shop'] }],
      },
      rules: [
        { apiGroups: ['apps.my.domain'], scope: '*' },
        { apiGroups: [''], resources: ['pods'], scope: 'Namespaced' },
      ],
    })
  })

  test('gives a configuration its annotations and labels', () => {
    const configuration = { mutating: false, annotations: ['a/b=c=d'], labels: ['e=f'] }
    expect(build([complete], { configurations: [configuration] }).objects).toMatchObject([
      {
        metadata: {
          name: 'validating-webhook-configuration',
          annotations: { 'a/b': 'c=d' },
          labels: { e: 'f' },
        },
      },
    ])
  })

  test.for<[string, Companions]>([
    ['webhook/unknown-webhook', { rules: [{ ...complete, webhook: 'vtunel.my.domain' }] }],
    [
      'webhook/empty-list',
      { rules: [{ ...complete, webhook: complete['name'] ?? '', verbs: [] }] },
    ],
    [
      'webhook/invalid-condition',
      { conditions: [{ webhook: complete['name'] ?? '', name: 'a b' }] },
    ],
    [
      'webhook/repeated-condition',
      { conditions: Array(2).fill({ webhook: complete['name'], name: 'a' }) },
    ],
    ['webhook/invalid-pair', { configurations: [{ mutating: false, annotations: ['b'] }] }],
    ['webhook/invalid-pair', { configurations: [{ mutating: false, labels: ['a=b c'] }] }],
  ])('reports %s', ([code, companions]) => {
    expect(build([complete], companions).codes).toEqual([code])
  })
})

describe('a webhook on a built-in kind', () => {
  const pods: Values = { groups: ['core'], resources: ['pods'] }
  const system = {
    key: 'kubernetes.io/metadata.name',
    operator: 'NotIn',
    values: ['kube-node-lease', 'kube-public', 'kube-system'],
  }

  test.for([
    [{ groups: ['core'], resources: ['pods'] }],
    [{ groups: ['apps'], resources: ['deployments'] }],
    [{ groups: ['*'] }],
    [{ groups: ['apps.my.domain', 'batch'] }],
    [{ patch: '{"rules":[{"apiGroups":[""]}]}' }],
  ])('leaves the namespaces of the system alone: %o', ([values = {}]) => {
    expect(buildOne(values)).toMatchObject({ namespaceSelector: { matchExpressions: [system] } })
  })

  test('leaves the namespace of its project alone, by the label that it carries', () => {
    const own = { key: 'app.kubernetes.io/name', operator: 'NotIn', values: ['shop'] }
    expect(buildOne(pods, { projectName: 'shop' })).toMatchObject({
      namespaceSelector: { matchExpressions: [own, system] },
    })
  })

  test('is told by its further rules too', () => {
    const rule = { ...complete, ...pods, webhook: 'vtunnel.my.domain' }
    expect(buildOne({}, { rules: [rule] })).toHaveProperty('namespaceSelector')
  })

  test.for<[Values, object | undefined]>([
    [{ ...pods, namespaceSelector: 'a=b' }, { matchLabels: { a: 'b' } }],
    [{ ...pods, namespaceSelector: '' }, undefined],
    [
      { ...pods, patch: '{"namespaceSelector":{"matchLabels":{"a":"b"}}}' },
      { matchLabels: { a: 'b' } },
    ],
    [{ ...pods, patch: '{"namespaceSelector":null}' }, undefined],
    [{ groups: ['apps.my.domain'] }, undefined],
  ])('takes the namespaces that its marker names: %o', ([values, selector]) => {
    expect(buildOne(values)).toHaveProperty('name')
    expect((buildOne(values) as { namespaceSelector?: object }).namespaceSelector).toEqual(selector)
  })
})

describe('the resources of a rule', () => {
  const core: Values = { groups: ['core'], resources: ['pods'] }
  const crd = {
    spec: {
      group: 'apps.my.domain',
      names: { kind: 'Tunnel', plural: 'tunnels' },
      versions: [{ name: 'v1' }],
    },
  } as unknown as CustomResourceDefinition

  test.for<[Values, string[]]>([
    [core, []],
    [{ ...core, resources: ['pods/exec', 'services', '*/scale'] }, []],
    [{ ...core, groups: ['core', 'apps'], resources: ['pods', 'deployments'] }, []],
    [{ ...core, versions: ['*'] }, []],
    [{ ...core, resources: ['pod'] }, ['webhook/unknown-resource']],
    [{ ...core, resources: ['Pod', 'services'] }, ['webhook/unknown-resource']],
    [{ ...core, resources: ['deployments'] }, ['webhook/unknown-resource']],
    [{ ...core, versions: ['v2'] }, ['webhook/unknown-resource']],
    [{ resources: ['tunnel'] }, ['webhook/unknown-resource']],
    [{ versions: ['v2'] }, ['webhook/unknown-resource']],
    // Nobody here knows what else is in such groups.
    [{ groups: ['*'], resources: ['anything'] }, []],
    [{ groups: ['other.my.domain', 'core'], resources: ['anything'] }, []],
  ])('are those that there are: %o', ([values, codes]) => {
    expect(build([{ ...complete, ...values }], { crds: [crd] }).codes).toEqual(codes)
  })
})

test('the names that manifests beside these know are kept', () => {
  const codesOf = (name: string, mutating = false) =>
    build([complete], { configurations: [{ mutating, name }], keepsNames: true }).codes
  expect(codesOf('mine')).toEqual(['webhook/renamed-configuration'])
  expect(codesOf('validating-webhook-configuration')).toEqual([])
  expect(codesOf('')).toEqual([])
})

describe('what the project serves', () => {
  const file = 'src/webhooks/apps/v1/tunnel.validator.ts'
  const served = { mutating: false, urlPath: '/validate-apps-v1-tunnel', file }

  test.for<[Values, string[]]>([
    [{}, []],
    [{ path: '', url: 'https://a:1/validate-apps-v1-tunnel' }, []],
    [{ path: '/validate-apps-v1-tunnels' }, ['webhook/not-called']],
    [{ mutating: true }, ['webhook/not-called']],
  ])('is called at its path: %o', ([values, codes]) => {
    expect(build([{ ...complete, ...values }], { served: [served] }).codes).toEqual(codes)
  })

  test('is not missed where markers could not be read', () => {
    const sink = new DiagnosticSink()
    sink.report(
      'webhook/no-side-effects',
      {},
      { helps: ['a mistake that the marker was left out for'] },
    )
    const markers = { webhooks: [], configurations: [], companions: [] }
    buildWebhookConfigurations(markers, { served: [served] }, sink)
    expect(sink.diagnostics).toHaveLength(1)
  })
})
