import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findMarker, findTag, markerDefinitions } from '../../src/markers/definitions.ts'
import type { ArgumentDefinition, MarkerTarget } from '../../src/markers/marker.ts'
import { readFile, readLine } from './reading.ts'

interface Registration {
  readonly generator: string
  readonly name: string
  readonly target: MarkerTarget
  readonly arguments: readonly (readonly [name: string, type: string, optional: boolean])[]
  readonly deprecated?: string
}

const golden: { readonly version: string; readonly registrations: readonly Registration[] } =
  JSON.parse(
    readFileSync(new URL('collected/controller-gen-markers.json', import.meta.url), 'utf8'),
  )

/** Where kops differs from controller-gen's registration on purpose. */
const wantedDifferences: Readonly<Record<string, string>> = {
  'k8s:enum field': 'registered only to be refused; a union of literals is the enum here',
  'default field': 'the one argument has no name in use; `+default:value=…` is not taken',
  'kubebuilder:title field': 'a title is a string, so that `=5` and commas need no quotes',
  'kubebuilder:title type': 'a title is a string, so that `=5` and commas need no quotes',
}

const typeNames: Readonly<Record<ArgumentDefinition['type'], string>> = {
  flag: 'bool',
  string: 'string',
  integer: 'int',
  number: 'number',
  boolean: 'bool',
  any: 'any',
  json: 'any',
  raw: 'raw',
  strings: '[]string',
  anys: '[]any',
  words: '[]string',
}

test('the table holds every registration of controller-gen, with its arguments', () => {
  const { registrations, version } = golden
  const seen = registrations.filter(({ name, target, arguments: wanted, deprecated }) => {
    const definition = findMarker(name)
    if (`${name} ${target}` in wantedDifferences) return definition !== undefined
    const known = definition?.arguments.filter(({ isOwn }) => isOwn !== true)
    const found = known?.map((argument) => [
      argument.name,
      typeNames[argument.type],
      argument.optional,
    ])
    expect.soft(new Set(found), `${name} on ${target}`).toEqual(new Set(wanted))
    expect.soft(definition?.targets, name).toContain(target)
    if (deprecated) expect.soft(definition?.deprecated, name).toBe(deprecated)
    return definition?.targets.includes(target)
  })
  const crd = registrations.filter(({ generator }) => generator === 'crd')
  const names = new Set(registrations.map(({ name }) => name))
  console.log(
    `controller-gen ${version}: ${names.size} names, ${seen.length} of ${registrations.length} registrations, ${crd.length} of them for CRDs`,
  )
  expect(seen.length).toBe(registrations.length)
  expect([names.size, crd.length]).toEqual([91, 134])
})

test('the table has no other target for a name that controller-gen has', () => {
  const wanted = new Set(golden.registrations.map(({ name, target }) => `${name} ${target}`))
  const names = new Set(golden.registrations.map(({ name }) => name))
  const extra = markerDefinitions
    .filter(({ name }) => names.has(name))
    .flatMap(({ name, targets }) => targets.map((target) => `${name} ${target}`))
    .filter((key) => !wanted.has(key))
  expect(extra).toEqual([])
})

test('names and tags are unique', () => {
  const names = markerDefinitions.map(({ name }) => name)
  const tags = markerDefinitions.flatMap(({ tag }) => tag ?? [])
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(tags).size).toBe(tags.length)
})

test('the tags of JSON Schema and no other are tags', () => {
  const tags =
    `minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern
    format minItems maxItems minProperties maxProperties uniqueItems default example deprecated title
    nullable`.split(/\s+/)
  expect(markerDefinitions.flatMap(({ tag }) => tag ?? []).sort()).toEqual(tags.sort())
  expect(tags.filter((tag) => findTag(tag) === undefined)).toEqual([])
})

test.for(markerDefinitions)('the example of $name can be pasted', (definition) => {
  for (const target of definition.targets) {
    const { markers, diagnostics } =
      target === 'package'
        ? readFile(`// ${definition.example}`, { strict: false })
        : withMarkers(readLine(definition.example, target))
    const problems = diagnostics.filter(({ severity }) => severity === 'error')
    expect(problems).toEqual([])
    expect(markers.map((marker) => marker.definition)).toEqual([definition])
  }
})

test.for(markerDefinitions)('the row of $name is documented', (definition) => {
  expect(definition.doc).toMatch(/[.;]$/)
  expect(definition.example).toMatch(/^\+/)
  expect(definition.targets.length).toBeGreaterThan(0)
  for (const argument of definition.arguments) expect(argument.doc).not.toBe('')
  for (const name of [definition.deprecated, definition.instead]) {
    if (name !== undefined) expect(findMarker(name)).toBeDefined()
  }
})

function withMarkers({ content, diagnostics }: ReturnType<typeof readLine>) {
  return { markers: content.markers, diagnostics }
}
