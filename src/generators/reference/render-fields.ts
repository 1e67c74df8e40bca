import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { JsonValue } from '../../apimachinery/json.ts'
import { renderJson } from '../../apimachinery/json-text.ts'
import { kubernetesRelease } from '../../kubernetes/facts.ts'
import type { LibraryName, Shape, Struct, StructField } from '../shapes/shape.ts'
import { anchorOf, cellCode, escapeCell, escapeText, renderTable } from './markdown.ts'
import { describeRule } from './render-rules.ts'

/** The table of a type's fields. */
export function renderFields({ fields }: Pick<Struct, 'fields'>): string {
  if (fields.length === 0) return 'It has no fields of its own.\n'
  const rows = fields.map((field) => [
    renderName(field),
    renderShape(field.shape),
    renderText(field),
  ])
  return renderTable(['Field', 'Type', 'Description'], rows)
}

function renderName({ name, isRequired, shape }: StructField): string {
  const isFilled = shape.schema.default !== undefined
  const presence = isFilled ? 'has a default' : isRequired ? 'required' : 'optional'
  return `${cellCode(name)}<br>${presence}`
}

/** The type of a field, with links to other types. */
function renderShape(shape: Shape): string {
  switch (shape.kind) {
    case 'struct':
      return `[${escapeText(shape.struct.name)}](#${anchorOf(shape.struct.name)})`
    case 'library':
      return libraryLink(shape.type)
    case 'list':
      return `${renderShape(shape.item)}\\[\\]`
    case 'map':
      return `map of ${renderShape(shape.value)}`
    case 'plain':
      return plainType(shape.schema)
  }
}

function plainType(schema: JSONSchemaProps): string {
  if (schema['x-kubernetes-int-or-string'] === true) return 'integer or string'
  const { type = 'any value', format } = schema
  return format === undefined ? type : `${type} (${escapeText(format)})`
}

/** Kubernetes' own types are described at its own site. */
function libraryLink({ module, name }: LibraryName): string {
  const [group = 'meta', version = 'v1'] = module.replace(/^kops(?:\/kubernetes\/)?/, '').split('/').filter((part) => part !== '') // prettier-ignore
  const release = kubernetesRelease.replace(/\.\d+$/, '')
  const page = `https://kubernetes.io/docs/reference/generated/kubernetes-api/${release}/`
  return `[${escapeText(name)}](${page}#${name.toLowerCase()}-${version}-${group})`
}

function renderText({ shape }: StructField): string {
  const { schema } = shape
  const { description = '', title = '' } = schema
  const facts = factsOf(shape)
  const parts = [title, description].filter((text) => text !== '').map(escapeCell)
  return [...parts, ...facts].join('<br>')
}

/** What a value must be beyond its type: of a list's items and a map's values as well. */
function factsOf(shape: Shape): string[] {
  const { schema } = shape
  const own = [...valueFacts(schema), ...topologyFacts(schema), ...ruleFacts(shape)]
  if (shape.kind === 'list') return [...own, ...ofEach('item', shape.item)]
  return shape.kind === 'map' ? [...own, ...ofEach('value', shape.value)] : own
}

function ofEach(what: string, shape: Shape): string[] {
  return factsOf(shape).map(
    (fact) => `Each ${what}: ${fact.charAt(0).toLowerCase()}${fact.slice(1)}`,
  )
}

function valueFacts(schema: JSONSchemaProps): string[] {
  const { default: value, example, enum: values, pattern, nullable, multipleOf } = schema
  return [
    ...(value === undefined ? [] : [`Default: ${shown(value)}`]),
    ...(example === undefined ? [] : [`Example: ${shown(example)}`]),
    ...(values === undefined ? [] : [`One of: ${values.map(shown).join(', ')}`]),
    ...(pattern === undefined ? [] : [`Pattern: ${cellCode(pattern)}`]),
    ...(multipleOf === undefined ? [] : [`Multiple of: ${multipleOf}`]),
    ...rangeFacts(schema),
    ...(nullable === true ? ['May be null'] : []),
    ...(schema['x-kubernetes-preserve-unknown-fields'] === true && schema.type !== undefined
      ? ['Unknown fields are kept']
      : []),
    ...(schema['x-kubernetes-embedded-resource'] === true ? ['A whole object, with apiVersion and kind'] : []), // prettier-ignore
  ]
}

function shown(value: JsonValue): string {
  return cellCode(typeof value === 'string' && value !== '' ? value : renderJson(value))
}

function rangeFacts(schema: JSONSchemaProps): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  return [
    ...(minimum === undefined ? [] : [`${exclusiveMinimum === true ? 'Greater than' : 'At least'}: ${minimum}`]), // prettier-ignore
    ...(maximum === undefined ? [] : [`${exclusiveMaximum === true ? 'Less than' : 'At most'}: ${maximum}`]), // prettier-ignore
    ...sizeFact([schema.minLength, schema.maxLength], 'characters'),
    ...sizeFact([schema.minItems, schema.maxItems], 'items'),
    ...sizeFact([schema.minProperties, schema.maxProperties], 'entries'),
  ]
}

function sizeFact([least, most]: readonly (number | undefined)[], unit: string): string[] {
  if (least === undefined && most === undefined) return []
  if (least === most) return [`Exactly ${least} ${unit}`]
  if (most === undefined) return [`At least ${least} ${unit}`]
  return [least === undefined ? `At most ${most} ${unit}` : `${least} to ${most} ${unit}`]
}

function topologyFacts(schema: JSONSchemaProps): string[] {
  const type = schema['x-kubernetes-list-type']
  const keys = (schema['x-kubernetes-list-map-keys'] ?? []).map(cellCode).join(', ')
  if (type === 'map') return [`Unique by: ${keys}`]
  return type === 'set' ? ['Each item once'] : []
}

/** The rules of a struct are told where it is described. */
function ruleFacts(shape: Shape): string[] {
  const rules = shape.schema['x-kubernetes-validations'] ?? []
  if (shape.kind !== 'struct') return rules.map((rule) => `Rule: ${describeRule(rule)}`)
  const own = shape.struct.schema['x-kubernetes-validations'] ?? []
  return rules.filter((rule) => !own.includes(rule)).map((rule) => `Rule: ${describeRule(rule)}`)
}
