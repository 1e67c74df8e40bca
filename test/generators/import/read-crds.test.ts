import { describe, expect, test } from 'vitest'
import { DiagnosticSink } from '../../../src/diagnostics/sink.ts'
import type { ImportedCrd } from '../../../src/generators/import/imported-crd.ts'
import { readCrds } from '../../../src/generators/import/read-crds.ts'
import { changed, frigates, withSpec } from './frigates.ts'

interface Reading {
  readonly crds: readonly ImportedCrd[]
  readonly codes: readonly string[]
  /** What the diagnostics point at. */
  readonly marked: readonly string[]
}

function read(...texts: readonly string[]): Reading {
  const sink = new DiagnosticSink()
  const sources = texts.map((text, index) => ({ path: `${index}.yaml`, text }))
  const crds = readCrds(sources, sink)
  const marked = sink.diagnostics.map(({ span }) => {
    const source = sources.find(({ path }) => path === span?.path)
    return source?.text.slice(span?.start, span?.end) ?? ''
  })
  return { crds, codes: sink.diagnostics.map(({ code }) => code), marked }
}

function names({ crds }: Reading): string[] {
  return crds.map(({ name }) => name)
}

const [plain] = read(frigates).crds
const cruisers = frigates.replaceAll('frigate', 'cruiser').replaceAll('Frigate', 'Cruiser')
const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: CustomResourceDefinition}\n'
const json = JSON.stringify(plain?.crd)

describe('readCrds() reads', () => {
  test.for<[string, string]>([
    ['line ends of Windows', frigates.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${frigates}`],
    ['both', `\uFEFF${frigates.replaceAll('\n', '\r\n')}`],
    ['other kinds beside it', `${configMap}---\n${frigates}---\n${configMap}`],
    ['empty documents around it', `---\n---\n${frigates}---\n`],
    ['comments and a directive', `# made by hand\n---\n${frigates}# end\n`],
    ['JSON', json],
    ['JSON with tabs and a byte order mark', `\uFEFF${JSON.stringify(plain?.crd, null, '\t')}`],
    ['a list of kubectl', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [plain?.crd] })],
    [
      'the list of the API server, whose items do not say what they are',
      JSON.stringify({
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinitionList',
        metadata: { resourceVersion: '1' },
        items: [{ ...plain?.crd, apiVersion: undefined, kind: undefined }],
      }),
    ],
    [
      'what the API server adds',
      changed(
        'metadata:\n',
        'status: {conditions: [], storedVersions: [v1]}\nmetadata:\n  uid: "1"\n  creationTimestamp: null\n  managedFields: [{manager: kubectl}]\n',
      ),
    ],
    ['what Go writes for nothing', changed('  scope:', '  preserveUnknownFields: false\n  scope:')],
    ['a conversion that is none', changed('  scope:', '  conversion: {strategy: None}\n  scope:')],
    [
      'names that are those the API server makes up',
      changed('    plural', '    listKind: FrigateList\n    singular: frigate\n    plural'),
    ],
  ])('%s', ([, text]) => {
    const reading = read(text)
    expect(reading.codes).toEqual([])
    expect(reading.crds.map(({ crd }) => crd)).toEqual([plain?.crd])
  })

  test('several documents and files, in the order of their names', () => {
    expect(names(read(`${frigates}---\n${cruisers}`))).toEqual([
      'cruisers.ship.example.org',
      'frigates.ship.example.org',
    ])
    expect(names(read(frigates, cruisers))).toEqual(names(read(cruisers, frigates)))
  })

  test('the same definition twice as one, whatever the order of its fields', () => {
    const { metadata, ...rest } = plain?.crd ?? {}
    const reordered = JSON.stringify({ metadata, ...rest })
    expect(read(frigates, reordered)).toMatchObject({ codes: [], crds: [{}] })
  })

  test('words of YAML 1.1, big integers and odd names as the API server does', () => {
    const text = withSpec(
      '{type: object, properties: {on: {type: string, enum: [yes, "on", 0o7]}, __proto__: {type: integer, default: 9007199254740993}}}',
    )
    const spec = '$.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties'
      .split(/[.[\]]+/)
      .slice(1)
      .reduce<unknown>(
        (value, key) => Object.entries(value ?? {}).find(([name]) => name === key)?.[1],
        read(text).crds[0]?.crd,
      )
    expect(Object.entries(spec ?? {})).toEqual([
      ['true', { type: 'string', enum: [true, 'on', 7] }],
      ['__proto__', { type: 'integer', default: 9007199254740993n }],
    ])
  })
})

describe('readCrds() leaves out what the API server does not keep', () => {
  test.for<[string, string, unknown]>([
    ['nulls', '{type: object, nullable: null, default: null}', { type: 'object' }],
    ['an empty description', '{type: object, description: ""}', { type: 'object' }],
    ['empty lists and maps', '{type: object, required: [], properties: {}}', { type: 'object' }],
    ['false where it means nothing', '{type: object, nullable: false}', { type: 'object' }],
  ])('%s', ([, schema, expected]) => {
    expect(specOf(read(withSpec(schema)))).toEqual(expected)
  })

  test.for<[string, string]>([
    ['a bound of zero', '{type: integer, minimum: 0}'],
    ['an empty schema of items', '{type: array, items: {type: object}, maxItems: 0}'],
    ['an empty string among values', '{type: string, enum: [""], default: ""}'],
    ['a null among values', '{type: object, default: {a: null}, example: {b: [null]}}'],
    ['false for unknown fields', '{type: object, x-kubernetes-preserve-unknown-fields: false}'],
  ])('and keeps %s', ([, schema]) => {
    const reading = read(withSpec(schema))
    expect(reading.codes).toEqual([])
    expect(specOf(reading)).toEqual(specOf(read(withSpec(schema))))
    expect(Object.keys(specOf(reading) ?? {})).toHaveLength(schema.split(/, (?=[a-z-]+:)/i).length)
  })
})

function specOf({ crds }: Reading): object | undefined {
  const [first] = crds
  const text = JSON.stringify(first?.crd ?? {})
  const crd: {
    spec: { versions: { schema: { openAPIV3Schema: { properties: { spec: object } } } }[] }
  } = JSON.parse(text)
  return crd.spec.versions[0]?.schema.openAPIV3Schema.properties.spec
}

describe('readCrds() refuses', () => {
  const open = '  versions:\n'
  test.for<[title: string, text: string, code: string, marked: string]>([
    ['a tab that indents', changed('  group', '\tgroup'), 'crd/invalid-yaml', '\t'],
    [
      'a template that is YAML by accident',
      changed('frigates.ship', '{{ .Values.name }}'),
      'crd/template',
      '{{ .Values.name }}',
    ],
    [
      'a template that is none',
      `{{- if .Values.crds }}\n${frigates}{{- end }}\n`,
      'crd/template',
      '{{- if .Values.crds }}',
    ],
    [
      'another version of CustomResourceDefinition',
      changed('k8s.io/v1', 'k8s.io/v2'),
      'crd/unknown-version',
      'apiextensions.k8s.io/v2',
    ],
    [
      'an unknown field',
      changed(open, `  validation: {}\n${open}`),
      'crd/unknown-field',
      'validation',
    ],
    [
      'an unknown keyword',
      withSpec('{type: object, minLenght: 1}'),
      'crd/unknown-field',
      'minLenght',
    ],
    [
      'a string for a boolean',
      changed('served: true', 'served: "true"'),
      'crd/wrong-type',
      '"true"',
    ],
    [
      'a fraction for a length',
      withSpec('{type: string, maxLength: 1.5}'),
      'crd/wrong-type',
      '1.5',
    ],
    ['no scope', changed('  scope: Namespaced\n', ''), 'crd/missing-field', 'spec'],
    ['an unknown scope', changed('Namespaced', 'Global'), 'crd/invalid-value', 'Global'],
    [
      'a kind with a dash in front',
      changed('Frigate', '-Frigate'),
      'crd/invalid-value',
      '-Frigate',
    ],
    [
      'a name of another resource',
      changed('frigates.ship', 'ships.ship'),
      'crd/invalid-value',
      'ships.ship.example.org',
    ],
    [
      'a label that no object can have',
      changed('metadata:\n', 'metadata:\n  labels: {release: "${VERSION}"}\n'),
      'crd/invalid-value',
      '"${VERSION}"',
    ],
    [
      'an annotation without a name',
      changed('metadata:\n', 'metadata:\n  annotations: {example.org/: any}\n'),
      'crd/invalid-value',
      'any',
    ],
    [
      'no version that is stored',
      changed('storage: true', 'storage: false'),
      'crd/invalid-value',
      'versions',
    ],
    ['a version without a schema', changed(/ {4}schema:[^]*/, ''), 'crd/missing-field', 'name: v1'],
    [
      'a field without a type',
      withSpec('{type: object, properties: {a: {description: any}}}'),
      'crd/not-structural',
      'a',
    ],
    ['an array of nothing', withSpec('{type: array}'), 'crd/not-structural', 'spec'],
    ['an unknown type', withSpec('{type: strin}'), 'crd/not-structural', 'strin'],
    [
      'a type in a condition',
      withSpec('{type: object, oneOf: [{type: object}]}'),
      'crd/not-structural',
      'object',
    ],
    ['a reference', withSpec('{type: object, $ref: "#/x"}'), 'crd/not-structural', '"#/x"'],
    [
      'unique items',
      withSpec('{type: array, uniqueItems: true, items: {type: string}}'),
      'crd/not-structural',
      'true',
    ],
    [
      'unknown fields kept by the old word',
      changed('  scope', '  preserveUnknownFields: true\n  scope'),
      'crd/invalid-value',
      'true',
    ],
    [
      'a webhook without its client',
      changed('  scope', '  conversion: {strategy: Webhook}\n  scope'),
      'crd/missing-field',
      'conversion',
    ],
  ])('%s', ([, text, code, marked]) => {
    const reading = read(text)
    expect(new Set(reading.codes)).toEqual(new Set([code]))
    expect(reading.marked[0]).toBe(marked)
    expect(reading.crds).toEqual([])
  })

  test('two definitions of one name that differ, and points at both', () => {
    const reading = read(frigates, changed('Namespaced', 'Cluster'))
    expect(reading.codes).toEqual(['crd/repeated'])
    expect(reading.marked).toEqual(['frigates.ship.example.org'])
  })

  test('a wrong definition alone, not the one beside it', () => {
    const reading = read(`${changed('Namespaced', 'Global')}---\n${cruisers}`)
    expect(reading.codes).toEqual(['crd/invalid-value'])
    expect(names(reading)).toEqual(['cruisers.ship.example.org'])
  })
})

describe('readCrds() passes over', () => {
  test.for([
    ['a text about something else that is no YAML', '{{ define "x" }}\n\tfoo: [\n'],
    [
      'an object of another group that has the name',
      frigates.replace('apiextensions.k8s.io', 'example.org'),
    ],
    [
      'braces in a description',
      changed('guns: {type: integer}', 'guns: {type: integer, description: "{{ .Values.guns }}"}'),
    ],
  ])('%s', ([, text = '']) => {
    expect(read(text).codes).toEqual([])
  })
})

describe('readCrds() reads v1beta1 as v1', () => {
  const old = `apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata: {name: frigates.ship.example.org}
spec:
  group: ship.example.org
  names: {kind: Frigate, plural: frigates}
  version: v1
  subresources: {status: {}}
  additionalPrinterColumns: [{name: Guns, type: integer, JSONPath: .spec.guns}]
  validation: {openAPIV3Schema: {properties: {spec: {type: object}}}}
`
  const schema = { type: 'object', properties: { spec: { type: 'object' } } }
  const version = {
    name: 'v1',
    served: true,
    storage: true,
    subresources: { status: {} },
    additionalPrinterColumns: [{ name: 'Guns', type: 'integer', jsonPath: '.spec.guns' }],
  }

  test('with a warning, and unknown fields kept in the schema', () => {
    const reading = read(old)
    expect(reading.codes).toEqual(['crd/old-version'])
    expect(reading.crds[0]?.crd).toMatchObject({
      apiVersion: 'apiextensions.k8s.io/v1',
      spec: {
        scope: 'Namespaced',
        versions: [
          {
            ...version,
            schema: {
              openAPIV3Schema: { ...schema, 'x-kubernetes-preserve-unknown-fields': true },
            },
          },
        ],
      },
    })
  })

  test('where unknown fields are dropped, with nothing beside the schema', () => {
    const reading = read(
      old.replace(
        '  version: v1\n',
        '  preserveUnknownFields: false\n  versions: [{name: v1, served: true, storage: true}]\n',
      ),
    )
    const expected = { spec: { versions: [{ ...version, schema: { openAPIV3Schema: schema } }] } }
    expect(reading.crds[0]?.crd).toMatchObject(expected)
    expect(JSON.stringify(reading.crds[0]?.crd)).not.toContain('preserve')
  })
})
