import type { JsonObject, JsonValue } from '../../apimachinery/json.ts'
import { checkNodeTexts } from './check-rule-texts.ts'
import { fieldName, isObject, textOf, within, type CrdPlace, type Path } from './crd-place.ts'

/*
 * Whether a schema is structural, as v1 wants it: outside of `allOf`, `anyOf`, `oneOf` and `not` every value has a
 * type; inside of them there are conditions alone.
 */

/** Where a node stands, which decides what is asked of it. */
type Level = 'root' | 'field' | 'item'

interface Visit {
  readonly path: Path
  readonly place: CrdPlace
}

const lists = ['allOf', 'anyOf', 'oneOf'] as const

/** Reports what keeps a schema from being structural. */
export function checkStructural(root: JsonObject, path: Path, place: CrdPlace): void {
  visit(root, 'root', { path, place })
}

function visit(schema: JsonObject, level: Level, at: Visit): void {
  checkSupported(schema, at)
  checkType(schema, level, at)
  checkEmbedded(schema, at)
  checkNodeTexts(schema, at.path, at.place)
  for (const [child, childLevel, path] of childrenOf(schema, at.path)) {
    visit(child, childLevel, { ...at, path })
  }
  const isIntOrString = schema['x-kubernetes-int-or-string'] === true
  for (const [index, nested, path] of nestedOf(schema, at.path)) {
    checkCondition(nested, { ...at, path }, isIntOrString && isTypeChoice(schema, nested, index))
  }
}

function childrenOf(schema: JsonObject, path: Path): [JsonObject, Level, Path][] {
  const { properties, items, additionalProperties } = schema
  const children: [JsonObject, Level, Path][] = []
  if (isObject(properties)) {
    for (const [name, child] of Object.entries(properties)) {
      if (isObject(child)) children.push([child, 'field', within(within(path, 'properties'), name)])
    }
  }
  if (isObject(items)) children.push([items, 'item', within(path, 'items')])
  if (isObject(additionalProperties)) {
    children.push([additionalProperties, 'field', within(path, 'additionalProperties')])
  }
  return children
}

/** The conditions of a node: the name and index of each, and where it stands. */
function nestedOf(schema: JsonObject, path: Path): [string, JsonObject, Path][] {
  const found: [string, JsonObject, Path][] = []
  for (const key of lists) {
    const list = schema[key]
    if (!Array.isArray(list)) continue
    for (const [index, each] of list.entries()) {
      if (isObject(each)) found.push([`${key}[${index}]`, each, within(within(path, key), index)])
    }
  }
  const { not } = schema
  if (isObject(not)) found.push(['not', not, within(path, 'not')])
  return found
}

/** An integer or string may say so with `anyOf: [{type: integer}, {type: string}]`, there or in `allOf[0]`. */
function isTypeChoice(schema: JsonObject, nested: JsonObject, index: string): boolean {
  const isPair = (list: JsonValue | undefined): boolean =>
    Array.isArray(list) &&
    list.length === 2 &&
    list.every((each, at) => isObject(each) && each['type'] === ['integer', 'string'][at])
  if (index.startsWith('anyOf')) return isPair(schema['anyOf'])
  return index === 'allOf[0]' && isPair(nested['anyOf'])
}

const unsupported = [
  '$ref',
  '$schema',
  'additionalItems',
  'definitions',
  'dependencies',
  'id',
  'patternProperties',
] as const

function checkSupported(schema: JsonObject, at: Visit): void {
  for (const key of unsupported) {
    if (schema[key] !== undefined) report(at, key, `\`${key}\` is not supported`)
  }
  if (schema['uniqueItems'] === true) report(at, 'uniqueItems', 'it cannot be set to true')
  if (Array.isArray(schema['items'])) report(at, 'items', 'it is one schema, not a list')
  if (schema['properties'] !== undefined && schema['additionalProperties'] !== undefined) {
    report(at, 'additionalProperties', 'it and `properties` exclude each other')
  }
}

const openKey = 'x-kubernetes-preserve-unknown-fields'

const knownTypes: readonly JsonValue[] = [
  'array',
  'boolean',
  'integer',
  'number',
  'object',
  'string',
]

function checkType(schema: JsonObject, level: Level, at: Visit): void {
  const { type } = schema
  const isOpen = schema[openKey] === true
  const isIntOrString = schema['x-kubernetes-int-or-string'] === true
  if (level === 'root' && type !== 'object') {
    report(at, 'type', 'the type of the root is `object`')
  } else if (type === undefined && !isOpen && !isIntOrString) {
    report(at, 'type', `it must not be empty for ${level === 'item' ? 'items' : 'fields'}`)
  } else if (type !== undefined && !knownTypes.includes(type)) {
    report(at, 'type', `there is no type \`${textOf(type)}\``)
  }
  if (isOpen && isIntOrString) {
    report(at, openKey, 'it must be false where `x-kubernetes-int-or-string` is true')
  }
  if (type === 'array' && !isObject(schema['items']) && !Array.isArray(schema['items'])) {
    report(at, 'items', 'an array says what its items are')
  }
}

function checkEmbedded(schema: JsonObject, at: Visit): void {
  if (schema['x-kubernetes-embedded-resource'] !== true) return
  if (schema['type'] !== 'object') report(at, 'type', 'an embedded resource is an `object`')
  const isOpen = schema[openKey] === true
  if (!isOpen && !isObject(schema['properties'])) {
    report(at, 'properties', 'an embedded resource lists its fields or keeps unknown ones')
  }
}

/** What may not stand in a condition. */
const forbidden = ['additionalProperties', 'default', 'description', 'nullable', 'title'] as const

function checkCondition(schema: JsonObject, at: Visit, mayHaveType: boolean): void {
  const { path } = at
  if (schema['type'] !== undefined && !mayHaveType) {
    report(at, 'type', 'it must be empty inside of a condition')
  }
  for (const key of forbidden) {
    if (schema[key] !== undefined) report(at, key, 'it must not stand inside of a condition')
  }
  for (const [child, , childPath] of childrenOf(schema, path)) {
    checkCondition(child, { ...at, path: childPath }, false)
  }
  for (const [index, nested, nestedPath] of nestedOf(schema, path)) {
    const isChoice = mayHaveType && isTypeChoice(schema, nested, index)
    checkCondition(nested, { ...at, path: nestedPath }, isChoice)
  }
}

function report({ path, place }: Visit, key: string, reason: string): void {
  const own = key === '' ? path : within(path, key)
  place.sink.report(
    'crd/not-structural',
    { field: fieldName(own), reason },
    {
      span: place.spanOf(own),
      notes: ['since apiextensions.k8s.io/v1 the API server takes structural schemas alone'],
    },
  )
}
