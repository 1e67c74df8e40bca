import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { packageDirectory } from '../../src/cli/own-package.ts'
import { crdText } from './build-crd.ts'
import { compare } from './examine.ts'
import { importText, regenerate, type Imported } from './round-trip.ts'
import { typeCheck } from './type-check.ts'

function imported(...texts: readonly string[]): Imported {
  const found = importText('crds.yaml', texts.join('\n---\n'))
  expect(found.diagnostics).toEqual([])
  return found
}

/** What the compiler says of the types, and of a program that uses them. */
function errorsOf({ files }: Imported, ...lines: readonly string[]): string[] {
  const use = { path: 'fleet/v1/use.ts', content: `${lines.join('\n')}\nexport {}\n` }
  return typeCheck([...files, use], packageDirectory)
}

async function expectTheSameBack(all: Imported): Promise<void> {
  expect(compare(all.crds, await regenerate(all.files))).toBeUndefined()
}

function sourceOf({ files }: Imported, file: string): string {
  return files.find(({ path }) => path === `fleet/v1/${file}`)?.content ?? ''
}

const text = { type: 'string' }

describe('R31: names that clash', () => {
  const names =
    'source_labels sourceLabels $ref $schema description type properties default class constructor toString x-y.z/a 1st'
  const properties = Object.fromEntries(
    [...names.split(' '), 'a b', '', '__proto__', 'hasOwnProperty'].map((name) => [name, text]),
  )
  const map = { type: 'object', additionalProperties: text }
  const nested = { type: 'object', properties: { a: text } }
  const spec = {
    type: 'object',
    properties: { ...properties, map, recordSpec: nested, record_spec: { ...nested, title: 'x' } },
  }
  const kinds = ['Record', 'Object', 'Map', 'Date', 'Promise', 'String', 'Array', 'Partial', 'Spec']
  const crds = [
    ...kinds.map((kind) => crdText({ kind, spec })),
    crdText({ kind: 'attributemanifest', spec }),
    crdText({ kind: 'RecordSpec', spec }),
    crdText({ kind: 'Index', plural: 'indices', spec }),
    crdText({ kind: 'GroupVersion', spec }),
  ]

  test('kinds and fields of any name compile, under their names', () => {
    const all = imported(...crds)
    const uses = [
      "import { Record, Map, type RecordSpec } from './index.ts'",
      'declare const record: Record',
      "export const texts = [record.spec?.['source_labels'], record.spec?.sourceLabels, record.spec?.['']]",
      "export const more: (string | undefined)[] = [...texts, record.spec?.['__proto__'], record.spec?.['x-y.z/a']]",
      'export const plurals: string[] = [Record.plural, Map.plural]',
      'export declare const spec: RecordSpec',
    ]
    expect(errorsOf(all, ...uses)).toEqual([])
  })

  test('the same definitions come back', () => expectTheSameBack(imported(...crds)))

  test('the same names come out on every run, in whatever order the definitions are given', () => {
    const { files } = imported(...crds)
    expect(imported(...crds.toReversed()).files).toEqual(files)
  })
})

describe('R32: output that does not compile', () => {
  const evil = [
    'ends */ export const injected = 1 /* here',
    '`${process.exit()}` </script> <!-- \u2028 \u2029 \r\n @deprecated @type {any}',
    '// +kubebuilder:validation:Minimum=1\n+optional\n  +listType=set',
    '--- more\nTODO: nothing\n@default 5\n\n\n   indented\t\ttabs   ',
    '*/',
    'é😀漢 \u0000-free \\ \\n "quoted" \'single\'',
  ]
  const described = Object.fromEntries(
    evil.map((description, index) => [`d${index}`, { ...text, description }]),
  )
  const spec = {
    type: 'object',
    description: evil[0],
    properties: {
      ...described,
      empty: { type: 'string', enum: ['', '0bar', "it's", 'a\nb'] },
      mixed: { enum: [1, 'a', null, true], 'x-kubernetes-preserve-unknown-fields': true },
      nullable: { type: 'string', enum: ['', '0bar', null], nullable: true },
      open: {
        type: 'object',
        properties: { a: text },
        'x-kubernetes-preserve-unknown-fields': true,
      },
      anything: { 'x-kubernetes-preserve-unknown-fields': true },
      items: { type: 'array', items: { 'x-kubernetes-preserve-unknown-fields': true } },
      port: {
        'x-kubernetes-int-or-string': true,
        anyOf: [{ type: 'integer' }, { type: 'string' }],
      },
      plainPort: { 'x-kubernetes-int-or-string': true },
      oneOf: {
        type: 'object',
        properties: { a: text, b: text },
        oneOf: [{ required: ['a'] }, { required: ['b'] }],
      },
      pattern: { type: 'string', pattern: '^[^`]*/\\*?$' },
    },
  }
  const crd = crdText({ kind: 'Frigate', spec })

  test('compiles, with types that say what there is', () => {
    const all = imported(crd)
    const uses = [
      "import type { Frigate } from './index.ts'",
      "type Spec = NonNullable<Frigate['spec']>",
      "export const empty: Spec['empty'][] = ['', '0bar', \"it's\", undefined]",
      "export const nullable: Spec['nullable'] = null",
      "export const open: Spec['open'] = { a: 'x', more: 1 }",
      "export const port: Spec['port'][] = [80, 'http']",
      "export const items: Spec['items'] = [1, 'a', { b: null }]",
      "export const one: Spec['oneOf'] = { a: 'x' }",
    ]
    expect(errorsOf(all, ...uses)).toEqual([])
  })

  test('refuses what is not of the types: nothing has become `any`', () => {
    const wrong = [
      "export const empty: Spec['empty'] = 'other'",
      "export const open: Spec['open'] = { a: 1 }",
      "export const port: Spec['port'] = true",
      "export const anything: string = {} as Spec['anything']",
      "export const items: string[] | undefined = {} as Spec['items']",
    ]
    const start = [
      "import type { Frigate } from './index.ts'",
      "type Spec = NonNullable<Frigate['spec']>",
    ]
    const all = imported(crd)
    for (const line of wrong) expect(errorsOf(all, ...start, line), line).toHaveLength(1)
  })

  test('takes no code from a description', () => {
    const { files } = imported(crd)
    const printer = ts.createPrinter({ removeComments: true })
    const code = files.map(({ path, content }) =>
      printer.printFile(ts.createSourceFile(path, content, ts.ScriptTarget.Latest)),
    )
    expect(code.join('')).not.toMatch(/injected|process\.exit|<.script/)
  })

  test('gives the same definition back', () => expectTheSameBack(imported(crd)))
})

describe('R34: generated types that need hand edits', () => {
  const root = {
    type: 'object',
    required: ['spec'],
    properties: {
      metadata: { type: 'object', properties: { name: { type: 'string', enum: ['only-one'] } } },
      spec: {
        type: 'object',
        required: ['replicas', 'image'],
        properties: {
          replicas: { type: 'integer', format: 'int32', default: 1 },
          image: text,
          note: { type: 'string', nullable: true },
        },
      },
      status: { type: 'object', properties: { ready: { type: 'boolean' } } },
    },
  }
  const crd = crdText({ kind: 'Singleton', root })

  test('objects are written as they are, without a cast', () => {
    const uses = [
      "import type { Singleton } from './index.ts'",
      'export const object: Singleton = {',
      "  apiVersion: 'fleet.example.org/v1',",
      "  kind: 'Singleton',",
      "  metadata: { name: 'only-one', labels: { a: 'b' }, namespace: 'default' },",
      "  spec: { replicas: 2, image: 'x', note: null },",
      '}',
      'object.status = { ready: true }',
      'export const replicas: number = object.spec.replicas',
    ]
    expect(errorsOf(imported(crd), ...uses)).toEqual([])
  })

  test('what the definition refuses does not compile', () => {
    const object = (changes: string): string[] => [
      "import type { Singleton } from './index.ts'",
      "const right = { apiVersion: 'fleet.example.org/v1', kind: 'Singleton', metadata: { name: 'only-one' }, spec: { replicas: 1, image: 'x' } } as const",
      `export const wrong: Singleton = { ...right, ${changes} }`,
    ]
    const all = imported(crd)
    expect(errorsOf(all, ...object(''))).toEqual([])
    const wrong = [
      "apiVersion: 'fleet.example.org/v2'",
      "kind: 'Other'",
      "metadata: { name: 'another' }",
      'spec: undefined',
      "spec: { image: 'x' }",
      'spec: { replicas: 1, image: null }',
    ]
    for (const changes of wrong) expect(errorsOf(all, ...object(changes)), changes).toHaveLength(1)
  })

  test('gives the same definition back', () => expectTheSameBack(imported(crd)))

  test('the types without markers are as good to write', () => {
    expect(sourceOf(imported(crd), 'singleton.ts')).toContain('export interface Singleton')
  })
})
