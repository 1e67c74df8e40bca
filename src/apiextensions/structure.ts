import { renderJson } from '../apimachinery/json-text.ts'
import { within, type Path } from '../apimachinery/value-path.ts'
import type { Finding } from './finding.ts'
import { isFields, isSameJson, member, type JsonFields } from './values/json-kind.ts'

/*
 * Whether a schema is structural, as apiextensions.k8s.io/v1 requires: outside of `allOf`, `anyOf`,
 * `oneOf` and `not` every value has a type; inside of them stand value validations alone, of fields that
 * the structure has. Start reading at `findStructureProblems`.
 */

/** What keeps a schema from being structural. */
export type StructureCode =
  | 'additional-properties-at-root'
  | 'embedded-map'
  | 'embedded-not-object'
  | 'embedded-without-fields'
  | 'int-or-string-with-extension'
  | 'items-list'
  | 'items-missing'
  | 'metadata-restricted'
  | 'nested-field-unknown'
  | 'nested-keyword'
  | 'properties-with-additional-properties'
  | 'type-missing'
  | 'type-unknown'
  | 'type-not-object'
  | 'unsupported-keyword'

export type StructureFinding = Finding<StructureCode>

/** Where a node stands, which decides what is asked of it. */
type Level = 'root' | 'field' | 'item'

interface Walk {
  readonly findings: StructureFinding[]
  readonly isTrusted: (schema: object) => boolean
}

/**
 * Finds what keeps a schema from being structural. `isTrusted` names nodes that are known to be right:
 * they and all below them are passed over.
 */
export function findStructureProblems(
  root: object,
  isTrusted: (schema: object) => boolean = () => false,
): readonly StructureFinding[] {
  const walk: Walk = { findings: [], isTrusted }
  const schema = root as JsonFields
  visit(schema, { level: 'root', path: undefined }, walk)
  for (const [nested, path] of nestedOf(schema, undefined)) {
    checkComplete(nested, schema, { path, walk })
  }
  return walk.findings
}

/** Walks the nodes of a schema's structure, each with the path that leads to it. */
export function* structuralNodes(
  schema: object,
  path?: Path,
): Generator<readonly [schema: object, path: Path | undefined]> {
  yield [schema, path]
  for (const child of childrenOf(schema as JsonFields, path)) {
    yield* structuralNodes(child.schema, child.path)
  }
}

interface Place {
  readonly level: Level
  readonly path: Path | undefined
}

function visit(schema: JsonFields, { level, path }: Place, walk: Walk): void {
  if (walk.isTrusted(schema)) return
  const add = adder(path, walk)
  checkKeywords(schema, level, add)
  checkType(schema, level, add)
  checkExtensions(schema, add)
  checkObjectFields(schema, level, { path, walk })
  for (const child of childrenOf(schema, path)) {
    const level = child.part === 'items' ? 'item' : 'field'
    visit(child.schema, { level, path: child.path }, walk)
  }
  for (const [nested, nestedPath] of nestedOf(schema, path)) {
    checkNested(nested, nestedPath, {
      walk,
      mayChooseType: isTypeChoice(schema, nested, nestedPath),
    })
  }
}

type Add = (keyword: string, code: StructureCode, detail: string) => void

function adder(path: Path | undefined, { findings }: Walk): Add {
  return (keyword, code, detail) => {
    findings.push({ path: within(path, keyword), code, detail })
  }
}

interface Child {
  readonly part: 'property' | 'items' | 'entries'
  readonly path: Path
  readonly schema: JsonFields
}

function childrenOf(schema: JsonFields, path: Path | undefined): Child[] {
  const { properties, items, additionalProperties } = schema
  const children: Child[] = []
  if (isFields(properties)) {
    const inner = within(path, 'properties')
    for (const [name, child] of Object.entries(properties)) {
      if (isFields(child))
        children.push({ schema: child, part: 'property', path: within(inner, name) })
    }
  }
  if (isFields(items)) children.push({ schema: items, part: 'items', path: within(path, 'items') })
  if (isFields(additionalProperties)) {
    const inner = within(path, 'additionalProperties')
    children.push({ schema: additionalProperties, part: 'entries', path: inner })
  }
  return children
}

const junctors = ['allOf', 'anyOf', 'oneOf'] as const

/** The value validations of a node, and where each stands. */
function nestedOf(schema: JsonFields, path: Path | undefined): [JsonFields, Path][] {
  const found: [JsonFields, Path][] = []
  for (const key of junctors) {
    const list = schema[key]
    if (!Array.isArray(list)) continue
    for (const [index, each] of list.entries()) {
      if (isFields(each)) found.push([each, within(within(path, key), index)])
    }
  }
  const { not } = schema
  if (isFields(not)) found.push([not, within(path, 'not')])
  return found
}

const intOrString = [{ type: 'integer' }, { type: 'string' }]

/**
 * Whether a nested validation is part of the one place where types may stand in one:
 * `anyOf: [{type: integer}, {type: string}]` of the node, or in the first branch of its `allOf`.
 */
function isTypeChoice(schema: JsonFields, nested: JsonFields, path: Path): boolean {
  if (path.outer?.key === 'anyOf') return isSameJson(schema['anyOf'], intOrString)
  return path.outer?.key === 'allOf' && path.key === 0 && isSameJson(nested['anyOf'], intOrString)
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

function checkKeywords(schema: JsonFields, level: Level, add: Add): void {
  for (const key of unsupported) {
    if (schema[key] !== undefined) add(key, 'unsupported-keyword', `\`${key}\` is not supported`)
  }
  if (schema['uniqueItems'] === true) {
    add('uniqueItems', 'unsupported-keyword', '`uniqueItems` cannot be set to true')
  }
  if (Array.isArray(schema['items'])) {
    add('items', 'items-list', '`items` must be a schema object and not an array')
  }
  const { properties, additionalProperties } = schema
  if (additionalProperties === undefined) return
  if (level === 'root') {
    const detail = '`additionalProperties` must not be used at the root'
    add('additionalProperties', 'additional-properties-at-root', detail)
  }
  const hasProperties = isFields(properties) && Object.keys(properties).length > 0
  if (hasProperties && additionalProperties !== true) {
    const detail = '`additionalProperties` and `properties` are mutually exclusive'
    add('additionalProperties', 'properties-with-additional-properties', detail)
  }
}

const openKey = 'x-kubernetes-preserve-unknown-fields'
const intOrStringKey = 'x-kubernetes-int-or-string'
const embeddedKey = 'x-kubernetes-embedded-resource'

const knownTypes: readonly unknown[] = ['array', 'boolean', 'integer', 'number', 'object', 'string']

const subjects: Readonly<Record<Level, string>> = {
  root: 'at the root',
  field: 'for specified object fields',
  item: 'for specified array items',
}

function checkType(schema: JsonFields, level: Level, add: Add): void {
  const { type, items } = schema
  const isUntyped = type === undefined || type === ''
  if (!isUntyped && !knownTypes.includes(type)) {
    add('type', 'type-unknown', `there is no type \`${renderJson(type)}\``)
  } else if (level === 'root' && !isUntyped && type !== 'object') {
    add('type', 'type-not-object', '`type` must be object at the root')
  } else if (isUntyped && schema[openKey] !== true && schema[intOrStringKey] !== true) {
    add('type', 'type-missing', `\`type\` must not be empty ${subjects[level]}`)
  }
  if (type === 'array' && !isFields(items) && !Array.isArray(items)) {
    add('items', 'items-missing', '`items` must be specified for an array')
  }
}

function checkExtensions(schema: JsonFields, add: Add): void {
  if (schema[intOrStringKey] === true) {
    for (const key of [openKey, embeddedKey]) {
      const detail = `\`${key}\` must be false if \`${intOrStringKey}\` is true`
      if (schema[key] === true) add(key, 'int-or-string-with-extension', detail)
    }
  }
  if (schema[embeddedKey] === true) checkEmbedded(schema, add)
}

function checkEmbedded(schema: JsonFields, add: Add): void {
  const { type, properties, additionalProperties } = schema
  const given = `if \`${embeddedKey}\` is true`
  if (type !== 'object') add('type', 'embedded-not-object', `\`type\` must be object ${given}`)
  if (additionalProperties !== undefined) {
    const detail = `\`additionalProperties\` must not be used ${given}`
    add('additionalProperties', 'embedded-map', detail)
  }
  const hasFields = isFields(properties) && Object.keys(properties).length > 0
  if (!hasFields && schema[openKey] !== true) {
    const detail = `\`properties\` must not be empty ${given} without \`${openKey}\``
    add('properties', 'embedded-without-fields', detail)
  }
}

interface Surroundings {
  readonly path: Path | undefined
  readonly walk: Walk
}

/** The fields that every object has: an API server knows their types, and a definition may restrict two names. */
function checkObjectFields(schema: JsonFields, level: Level, { path, walk }: Surroundings): void {
  const { properties } = schema
  const isObject = level === 'root' || schema[embeddedKey] === true
  if (!isFields(properties) || !isObject) return
  const inner = within(path, 'properties')
  for (const [name, type] of [
    ['apiVersion', 'string'],
    ['kind', 'string'],
    ['metadata', 'object'],
  ] as const) {
    const field = member(properties, name)
    if (!isFields(field) || walk.isTrusted(field)) continue
    const add = adder(within(inner, name), walk)
    if (field['type'] !== type) add('type', 'metadata-restricted', `\`type\` must be ${type}`)
    const isRestricted = level === 'root' && name === 'metadata' && !isNamesAlone(field)
    const detail = '`metadata` must not specify anything other than name and generateName'
    if (isRestricted)
      walk.findings.push({ path: within(inner, name), code: 'metadata-restricted', detail })
  }
}

/** Whether the schema of an object's metadata says no more than its type and how names are restricted. */
function isNamesAlone(metadata: JsonFields): boolean {
  const { type: _type, default: _default, properties = {}, ...others } = metadata
  const names = isFields(properties) ? Object.keys(properties) : []
  return (
    !Object.values(others).some(isSaid) &&
    names.every((name) => name === 'name' || name === 'generateName')
  )
}

/** Keywords that belong to the structure, and are forbidden in a nested validation. */
const structural = [
  'additionalProperties',
  'default',
  'description',
  'nullable',
  'title',
  openKey,
  embeddedKey,
  intOrStringKey,
  'x-kubernetes-list-map-keys',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
  'x-kubernetes-validations',
] as const

interface Nested {
  readonly walk: Walk
  /** Whether this is where the two types of an integer or string may stand. */
  readonly mayChooseType: boolean
}

function checkNested(schema: JsonFields, path: Path, { walk, mayChooseType }: Nested): void {
  const add = adder(path, walk)
  const isTyped = schema['type'] !== undefined && schema['type'] !== ''
  if (isTyped && !mayChooseType) {
    add('type', 'nested-keyword', '`type` must be empty to be structural')
  }
  for (const key of structural) {
    if (!isSaid(schema[key])) continue
    add(key, 'nested-keyword', `\`${key}\` must not be specified in a nested context`)
  }
  const { properties } = schema
  if (isFields(properties) && Object.hasOwn(properties, 'metadata')) {
    add('properties', 'nested-keyword', '`metadata` must not be specified in a nested context')
  }
  for (const child of childrenOf(schema, path)) {
    if (child.part === 'entries') continue
    checkNested(child.schema, child.path, { walk, mayChooseType: false })
  }
  for (const [nested, nestedPath] of nestedOf(schema, path)) {
    const isChoice = mayChooseType && isTypeChoice(schema, nested, nestedPath)
    checkNested(nested, nestedPath, { walk, mayChooseType: isChoice })
  }
}

/** Empty texts, empty lists and `false` are as good as absent. */
function isSaid(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return value !== undefined && value !== null && value !== '' && value !== false
}

/** Every field that a validation at the root names must be in the structure. */
function checkComplete(
  nested: JsonFields,
  structure: JsonFields | undefined,
  { path, walk }: { readonly path: Path; readonly walk: Walk },
): void {
  if (structure === undefined) {
    const detail = 'the structure must specify what a nested context validates'
    walk.findings.push({ path, code: 'nested-field-unknown', detail })
    return
  }
  const { properties, items } = structure
  for (const child of childrenOf(nested, path)) {
    const { key } = child.path
    if (child.part === 'entries') continue
    const own =
      child.part === 'items'
        ? items
        : isFields(properties)
          ? member(properties, String(key))
          : undefined
    checkComplete(child.schema, isFields(own) ? own : undefined, { path: child.path, walk })
  }
  for (const [inner, innerPath] of nestedOf(nested, path)) {
    checkComplete(inner, structure, { path: innerPath, walk })
  }
}
