import { describe, expect, test } from 'vitest'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { buildCrds } from '../../src/generators/crd.ts'
import type { ConvertedKind } from '../../src/generators/crd-conversion.ts'
import { reportSize } from '../../src/generators/crd-size.ts'
import { crdFileName, renderCrd } from '../../src/generators/render-crd.ts'
import type { KindVersion } from '../../src/schema/build-version.ts'

type Changes = Partial<Omit<KindVersion, 'version' | 'names' | 'spans'>> & {
  readonly name?: string
  readonly storage?: boolean
  readonly served?: boolean
  readonly names?: Partial<KindVersion['names']>
  /** Whether the kind has a `resource` marker. */
  readonly speaks?: boolean
}

const declared = (changes: Changes = {}): KindVersion => {
  const { name = 'v1', storage = false, served = true, names, speaks = false, ...others } = changes
  const kind = others.kind ?? 'Fig'
  const span = { path: `api/${name}/${kind}.ts`, start: 0, end: 1 }
  const singular = kind.toLowerCase()
  return {
    group: 'demo.example.com',
    kind,
    names: { kind, listKind: `${kind}List`, plural: `${singular}s`, singular, ...names },
    scope: 'Namespaced',
    version: { name, served, storage, schema: { openAPIV3Schema: { type: 'object' } } },
    annotations: {},
    labels: {},
    isSkipped: false,
    spans: { kind: span, ...(speaks && { resource: span }), ...(storage && { storage: span }) },
    ...others,
  }
}

function build(versions: readonly KindVersion[], converted: readonly ConvertedKind[] = []) {
  const sink = new DiagnosticSink()
  const crds = buildCrds(versions, sink, converted)
  return { crds, codes: sink.diagnostics.map(({ code }) => code) }
}

const stored: Changes = { name: 'v1', storage: true }

describe('buildCrds()', () => {
  test('takes a lone version for the storage version', () => {
    const { crds, codes } = build([declared()])
    expect(codes).toEqual([])
    expect(crds).toMatchObject([
      { metadata: { name: 'figs.demo.example.com' }, spec: { versions: [{ storage: true }] } },
    ])
  })

  test('orders versions by priority, whatever the order of files', () => {
    const names = ['v1alpha1', 'v10', 'other', 'v1', 'v1beta2', 'v2beta1']
    const versions = names.map((name) => declared({ name, storage: name === 'v1' }))
    const order = build(versions).crds[0]?.spec.versions.map(({ name }) => name)
    expect(order).toEqual(['v10', 'v1', 'v2beta1', 'v1beta2', 'v1alpha1', 'other'])
    expect(build(versions.toReversed())).toEqual(build(versions))
  })

  test('takes names and scope from the version that speaks of them', () => {
    const speaking = declared({
      name: 'v2', speaks: true, scope: 'Cluster', names: { plural: 'figgy', shortNames: ['f'] },
    }) // prettier-ignore
    const { crds, codes } = build([declared(stored), speaking])
    expect(codes).toEqual([])
    expect(crds).toMatchObject([
      {
        metadata: { name: 'figgy.demo.example.com' },
        spec: { scope: 'Cluster', names: { plural: 'figgy', shortNames: ['f'] } },
      },
    ])
  })

  test('unites annotations and labels of all versions', () => {
    const { crds } = build([
      declared({ ...stored, annotations: { a: '1' }, labels: { l: '1' } }),
      declared({ name: 'v2', annotations: { a: '1', b: '2' } }),
    ])
    expect(crds[0]?.metadata).toMatchObject({ annotations: { a: '1', b: '2' }, labels: { l: '1' } })
  })

  test('leaves skipped versions out, and a kind that has no other', () => {
    const skipped = declared({ name: 'v2', isSkipped: true, storage: true })
    const { crds, codes } = build([declared(), skipped])
    expect(codes).toEqual([])
    expect(crds[0]?.spec.versions).toMatchObject([{ name: 'v1', storage: true }])
    expect(build([skipped]).crds).toEqual([])
  })

  const spoken = (changes: Changes): KindVersion => declared({ speaks: true, ...changes })

  test.for<[string, readonly KindVersion[]]>([
    ['kube/no-storage-version', [declared(), declared({ name: 'v2' })]],
    ['kube/two-storage-versions', [declared(stored), declared({ name: 'v2', storage: true })]],
    ['kube/no-served-version', [declared({ served: false })]],
    ['kube/repeated-kind', [declared(), declared()]],
    ['kube/repeated-resource', [declared(), declared({ kind: 'Other', names: { plural: 'figs' } })]],
    ['kube/versions-differ', [spoken(stored), spoken({ name: 'v2', scope: 'Cluster' })]],
    ['kube/versions-differ', [spoken(stored), spoken({ name: 'v2', names: { plural: 'figgy' } })]],
    ['kube/versions-differ', [
      spoken({ ...stored, names: { shortNames: ['f'] } }),
      spoken({ name: 'v2', names: { shortNames: ['fg'] } }),
    ]],
    ['kube/versions-differ', [
      spoken({ ...stored, names: { categories: ['all'] } }),
      spoken({ name: 'v2', names: { categories: ['some'] } }),
    ]],
    ['kube/metadata-differs', [
      declared({ ...stored, labels: { a: '1' } }), declared({ name: 'v2', labels: { a: '2' } }),
    ]],
    ['kube/protected-group', [declared({ group: 'apps.k8s.io' })]],
  ])('reports %s', ([code, versions]) => {
    expect(build(versions).codes).toEqual([code])
    expect(build(versions.toReversed()).codes).toEqual([code])
  }) // prettier-ignore

  test('accepts a protected group with its approval', () => {
    const annotations = { 'api-approved.kubernetes.io': 'https://example.com' }
    expect(build([declared({ group: 'apps.k8s.io', annotations })]).codes).toEqual([])
  })

  test('keeps kinds of one name apart by their groups', () => {
    const { crds, codes } = build([declared(), declared({ group: 'b.example.com' })])
    expect(codes).toEqual([])
    expect(crds.map(crdFileName)).toEqual(['b.example.com_figs.yaml', 'demo.example.com_figs.yaml'])
  })
})

describe('reportSize()', () => {
  test.for([
    [1_000, []],
    [261_000, []],
    [262_000, ['kube/too-large-to-apply']],
    [1_500_000, ['kube/too-large-to-apply']],
    [1_600_000, ['kube/too-large-to-store']],
  ] as const)('judges a description of %i bytes', ([length, codes]) => {
    const version = declared()
    version.version.schema.openAPIV3Schema.description = 'x'.repeat(length)
    const [crd] = build([version]).crds
    if (crd === undefined) throw new Error('no definition')
    const sink = new DiagnosticSink()
    reportSize(crd, { yaml: renderCrd(crd), span: undefined, sink })
    expect(sink.diagnostics.map(({ code }) => code)).toEqual(codes)
  })

  test.for([
    [{ template: 'x'.repeat(300_000), other: 'x' }, 'above `spec.template`'],
    [{ one: 'x'.repeat(150_000), other: 'x'.repeat(150_000) }, 'above the fields'],
  ] as const)('names the field with most of the text: %#', ([texts, help]) => {
    const version = declared()
    const properties = Object.fromEntries(
      Object.entries(texts).map(([name, description]) => [name, { type: 'string', description }]),
    )
    version.version.schema.openAPIV3Schema.properties = { spec: { type: 'object', properties } }
    const [crd] = build([version]).crds
    if (crd === undefined) throw new Error('no definition')
    const sink = new DiagnosticSink()
    reportSize(crd, { yaml: renderCrd(crd), span: undefined, sink })
    expect(sink.diagnostics[0]?.helps.join('\n')).toContain(help)
  })
})

describe('the conversion of a definition', () => {
  const none = { strategy: 'None' } as const
  const fig = { group: 'demo.example.com', kind: 'Fig', hub: 'v1', spokes: ['v2'] }
  const two = (changes: Changes = {}) => [
    declared({ ...stored, ...changes }),
    declared({ name: 'v2' }),
  ]
  const conversionOf = (...given: Parameters<typeof build>) =>
    build(...given).crds[0]?.spec.conversion

  test('is left to the API server where nothing is said', () => {
    expect(conversionOf(two(), [{ ...fig, group: 'other.example.com' }])).toBeUndefined()
  })

  test('is the operator’s where PROJECT says so, without a bundle', () => {
    expect(conversionOf(two(), [fig])).toEqual({
      strategy: 'Webhook',
      webhook: {
        clientConfig: {
          service: { name: 'webhook-service', namespace: 'system', path: '/convert' },
        },
        conversionReviewVersions: ['v1'],
      },
    })
  })

  test('is what a marker says, before PROJECT', () => {
    expect(conversionOf(two({ conversion: none }), [fig])).toEqual(none)
  })

  test('takes in every version that is served', () => {
    const converted = [{ ...fig, spokes: [] }]
    expect(build(two(), converted).codes).toEqual(['kube/unconverted-version'])
    const unserved = [declared(stored), declared({ name: 'v2', served: false })]
    expect(build(unserved, converted).codes).toEqual([])
  })

  test('is one for all versions', () => {
    const other = { strategy: 'Webhook' } as const
    const versions = [
      declared({ ...stored, conversion: none }),
      declared({ name: 'v2', conversion: other }),
    ]
    expect(build(versions).codes).toEqual(['kube/conversions-differ'])
    const alike = versions.map((each) => ({ ...each, conversion: none }))
    expect(build(alike).codes).toEqual([])
  })
})
