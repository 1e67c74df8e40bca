import { describe, expect, test } from 'vitest'
import { readKinds } from './read-widget.ts'

const body = `{
  spec: { count: Int32; name?: string; on?: boolean; at?: Time; list?: string[]; labels?: Record<string, string>; any?: unknown }
  status?: { ready?: Int32; selector?: string; conditions?: Condition[] }
}`

function kind(markers: string): string {
  return [
    "import type { Condition, CustomResource, Int32, Time } from 'kops'",
    markers,
    `export interface Widget extends CustomResource ${body}`,
  ].join('\n')
}

test('a bare kind has the names that controller-gen gives, and is served', async () => {
  const { versions, codes } = await readKinds(kind('/** A widget. */'))
  expect(codes).toEqual([])
  expect(versions[0]).toMatchObject({
    kind: 'Widget',
    names: { kind: 'Widget', listKind: 'WidgetList', plural: 'widgets', singular: 'widget' },
    scope: 'Namespaced',
    annotations: {},
    labels: {},
    isSkipped: false,
    version: { name: 'v1', served: true, storage: false },
  })
})

test('the root has the fields of every object, and its own', async () => {
  const { versions } = await readKinds(kind('/** A widget. */'))
  const root = versions[0]?.version.schema.openAPIV3Schema
  expect(root).toMatchObject({ type: 'object', description: 'A widget.', required: ['spec'] })
  expect(Object.keys(root?.properties ?? {})).toEqual([
    'apiVersion',
    'kind',
    'metadata',
    'spec',
    'status',
  ])
  expect(root?.properties?.['metadata']).toEqual({ type: 'object' })
  expect(root?.properties?.['apiVersion']).toMatchObject({ type: 'string' })
})

const p = '// +kubebuilder:'

test.for([
  [`${p}storageversion`, { version: { storage: true } }],
  [`${p}unservedversion`, { version: { served: false } }],
  [`${p}skipversion`, { isSkipped: true }],
  [
    `${p}deprecatedversion:warning="use v2"`,
    { version: { deprecated: true, deprecationWarning: 'use v2' } },
  ],
  [
    '/** @deprecated use\n * v2 */',
    { version: { deprecated: true, deprecationWarning: 'use v2' } },
  ],
  [`${p}subresource:status`, { version: { subresources: { status: {} } } }],
  [
    `${p}subresource:scale:specpath=.spec.count,statuspath=.status.ready,selectorpath=.status.selector`,
    {
      version: {
        subresources: {
          scale: {
            specReplicasPath: '.spec.count',
            statusReplicasPath: '.status.ready',
            labelSelectorPath: '.status.selector',
          },
        },
      },
    },
  ],
  [
    `${p}resource:path=gadgets,singular=gadget,shortName=g;gd,categories=all,scope=Cluster`,
    {
      scope: 'Cluster',
      names: {
        plural: 'gadgets',
        singular: 'gadget',
        shortNames: ['g', 'gd'],
        categories: ['all'],
      },
    },
  ],
  [
    `${p}metadata:annotations="a.b/c=d=e",labels="tier=core"`,
    { annotations: { 'a.b/c': 'd=e' }, labels: { tier: 'core' } },
  ],
  [
    `${p}selectablefield:JSONPath=.spec.name`,
    {
      version: { selectableFields: [{ jsonPath: '.spec.name' }] },
    },
  ],
  [
    `${p}printcolumn:name="Count",type=integer,JSONPath=\`.spec.count\`,priority=1,format=int32,description="How many"`,
    {
      version: {
        additionalPrinterColumns: [
          {
            name: 'Count',
            type: 'integer',
            jsonPath: '.spec.count',
            priority: 1,
            format: 'int32',
            description: 'How many',
          },
        ],
      },
    },
  ],
] as const)('%s', async ([markers, said]) => {
  const { versions, codes } = await readKinds(kind(markers))
  expect(codes).toEqual([])
  expect(versions[0]).toMatchObject(said)
})

const column = (type: string, path: string): string =>
  `${p}printcolumn:name="A",type=${type},JSONPath=\`${path}\``

describe('paths', () => {
  test.for([
    column('string', '.status.conditions[?(@.type=="Ready")].status'),
    column('date', '.metadata.creationTimestamp'),
    column('date', '.spec.at'),
    column('string', '.spec.labels.app'),
    column('string', '.spec.labels'),
    column('string', '.spec.list[0]'),
    column('integer', '.spec.any.deep'),
    column('boolean', '.spec.on'),
    column('number', ".spec['count']"),
  ])('%s is fine', async (markers) => {
    expect((await readKinds(kind(markers))).codes).toEqual([])
  })

  test.for([
    [column('integer', '.spec.cuont'), 'schema/unknown-path', '`.spec.cuont`'],
    [column('integer', '.status.nothing.deep'), 'schema/unknown-path', '`.status.nothing.deep`'],
    [column('integer', '.spec.name'), 'schema/path-type', '`.spec.name`'],
    [column('date', '.spec.count'), 'schema/path-type', '`.spec.count`'],
    [column('string', 'spec.count'), 'schema/unusable-path', '`spec.count`'],
    [`${p}selectablefield:JSONPath=.spec.list`, 'schema/path-type', '.spec.list'],
    [`${p}selectablefield:JSONPath=.metadata.uid`, 'schema/unusable-path', '.metadata.uid'],
    [
      `${p}selectablefield:JSONPath=.spec.name\n${p}selectablefield:JSONPath=.spec.name`,
      'schema/unusable-path',
      '.spec.name',
    ],
    [
      `${p}subresource:scale:specpath=.status.ready,statuspath=.status.ready`,
      'schema/unusable-path',
      '.status.ready',
    ],
    [
      `${p}subresource:scale:specpath=.spec.name,statuspath=.status.ready`,
      'schema/path-type',
      '.spec.name',
    ],
    [`${p}resource:path=My_Widgets`, 'schema/invalid-name', 'My_Widgets'],
    [`${p}resource:shortName=a;B`, 'schema/invalid-name', 'a;B'],
    [`${p}metadata:labels="a b=c"`, 'schema/invalid-pair', '"a b=c"'],
  ] as const)('%s is %s', async ([markers, code, pointed]) => {
    expect(await readKinds(kind(markers))).toMatchObject({ codes: [code], pointed: [pointed] })
  })
})

test('a marker of kinds on another type is told', async () => {
  const { codes, pointed } = await readKinds(
    kind('').replace('list?: string[]', 'part?: Part') +
      `\n${p}subresource:status\ninterface Part { a: string }`,
  )
  expect({ codes, pointed }).toEqual({
    codes: ['schema/not-a-kind'],
    pointed: ['+kubebuilder:subresource:status'],
  })
})

test('a type that holds its own kind is a cycle', async () => {
  const { codes } = await readKinds(kind('').replace('list?: string[]', 'parent?: Widget'))
  expect(codes).toEqual(['schema/recursive-type'])
})

test.for([
  ['export type Gadget = Base<Int32>', ''],
  ['export interface Gadget extends Base<Int32> {}', ''],
] as const)('%s says what its generic type says, and more', async ([declaration]) => {
  const { versions, codes } = await readKinds(
    [
      "import type { CustomResource, Int32 } from 'kops'",
      '/** The base. */',
      `${p}subresource:status`,
      column('integer', '.spec.size'),
      'interface Base<T> extends CustomResource { spec: { size: T } }',
      '/** A gadget. */',
      column('string', '.spec'),
      declaration,
    ].join('\n'),
  )
  expect(codes).toEqual([])
  expect(versions).toHaveLength(1)
  expect(versions[0]).toMatchObject({
    kind: 'Gadget',
    version: {
      subresources: { status: {} },
      additionalPrinterColumns: [{ jsonPath: '.spec.size' }, { jsonPath: '.spec' }],
      schema: { openAPIV3Schema: { description: 'A gadget.' } },
    },
  })
})

test('the rules of a kind stand at its root', async () => {
  const { versions, codes } = await readKinds(
    kind(`${p}validation:XValidation:rule="self.metadata.name != self.spec.name"`),
  )
  expect(codes).toEqual([])
  expect(versions[0]?.version.schema.openAPIV3Schema['x-kubernetes-validations']).toEqual([
    { rule: 'self.metadata.name != self.spec.name' },
  ])
})

describe('+kops:conversion', () => {
  const marked = (values: string) => readKinds(kind(`// +kops:conversion${values}`))

  test.for([
    ['', { service: { name: 'webhook-service', namespace: 'system', path: '/convert' } }],
    [':path=""', { service: { name: 'webhook-service', namespace: 'system' } }],
    [
      ':serviceName=a,serviceNamespace=b,servicePort=8443,path=/c',
      { service: { name: 'a', namespace: 'b', path: '/c', port: 8443 } },
    ],
    [':url="https://a:1/b",caBundle=YQ==', { url: 'https://a:1/b', caBundle: 'YQ==' }],
  ] as const)('%s names who converts', async ([values, clientConfig]) => {
    const { versions, codes } = await marked(values)
    expect(codes).toEqual([])
    expect(versions[0]?.conversion).toEqual({
      strategy: 'Webhook',
      webhook: { clientConfig, conversionReviewVersions: ['v1'] },
    })
  })

  test('None calls nobody', async () => {
    const { versions } = await marked(':strategy=None')
    expect(versions[0]?.conversion).toEqual({ strategy: 'None' })
  })

  test.for([
    ':strategy=None,path=/a',
    ':url="https://a",serviceName=b',
    ':url="http://a"',
    ':path=a',
    ':conversionReviewVersions=v2',
    ':conversionReviewVersions={}',
    ':caBundle="no base64"',
  ])('%s is refused', async (values) => {
    expect((await marked(values)).codes).toEqual(['schema/invalid-conversion'])
  })
})
