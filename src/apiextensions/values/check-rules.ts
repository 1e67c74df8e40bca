import type {
  JSONSchemaProps,
  ValidationRule,
} from '../../apimachinery/custom-resource-definition.ts'
import type { FieldError } from '../../apimachinery/field-error.ts'
import { evaluateRule, whyUnevaluated } from './evaluate-rule.ts'
import { hasRules, rulesOf } from './rules-of-schema.ts'
import { isFields, isSameJson, member, type JsonFields } from './json-kind.ts'
import { findByKeys, memberSchema } from './value-location.ts'

/** A rule that was not asked, so that the API server may still refuse what it is about. */
export interface UncheckedRule {
  /** The field that it belongs to; empty for the object as a whole. */
  readonly field: string
  readonly rule: string
  readonly reason: string
}

/** What rules came to. */
export interface RuleFindings {
  readonly errors: FieldError[]
  readonly unchecked: UncheckedRule[]
}

/** Asks every rule of a kind's schema about an object and all that is in it. */
export function checkRules(object: unknown, schema: JSONSchemaProps, old: unknown): RuleFindings {
  const found: RuleFindings = { errors: [], unchecked: [] }
  visit(object, asRoot(schema), { path: '', old, found, isUnchanged: () => false })
  return found
}

/**
 * Asks the rules of a schema about its default, as the API server does: once as a value that stays, and once
 * as one that is new. Rules that cannot be asked here are left to the server.
 */
export function checkRulesOfDefault(schema: JSONSchemaProps, path: string): readonly FieldError[] {
  const { default: value } = schema
  const found: RuleFindings = { errors: [], unchecked: [] }
  for (const old of [value, undefined]) {
    if (found.errors.length > 0) break
    visit(value, schema, { path, old, found, isUnchanged: () => false })
  }
  return found.errors
}

/** The rules of a kind's schema that are never asked. */
export function listUnchecked(schema: JSONSchemaProps): UncheckedRule[] {
  return [...walkRules(asRoot(schema), '')].flatMap(({ rule, schema: own, field }) => {
    const reason = whyUnevaluated(rule, own)
    return reason === undefined ? [] : [{ field, rule: rule.rule, reason }]
  })
}

interface RuleOfSchema {
  readonly rule: ValidationRule
  readonly schema: JSONSchemaProps
  readonly field: string
}

function* walkRules(given: JSONSchemaProps, field: string): Generator<RuleOfSchema> {
  const schema = withObjectFields(given)
  for (const rule of rulesOf(schema)) yield { rule, schema, field }
  if (schema.items !== undefined) yield* walkRules(schema.items, `${field}[*]`)
  const { properties = {}, additionalProperties } = schema
  for (const [name, property] of Object.entries(properties)) {
    yield* walkRules(property, join(field, name))
  }
  if (typeof additionalProperties === 'object')
    yield* walkRules(additionalProperties, `${field}[*]`)
}

interface Place {
  readonly path: string
  /** The value before an update; undefined where there is none, or where it is unknown which one. */
  readonly old: unknown
  readonly found: RuleFindings
  /** Whether what this stands in is as it was before the update. */
  readonly isUnchanged: () => boolean
}

function visit(value: unknown, given: JSONSchemaProps, around: Place): void {
  if (value === null || value === undefined || !hasRules(given)) return
  const schema = withObjectFields(given)
  const { old, path, found } = around
  const isUnchanged = old === undefined ? around.isUnchanged : () => isSameJson(value, old)
  for (const rule of rulesOf(schema)) {
    const { error, unasked } = evaluateRule({ rule, value, old, schema, path, isUnchanged })
    if (error !== undefined) found.errors.push(error)
    if (unasked !== undefined)
      found.unchecked.push({ field: path, rule: rule.rule, reason: unasked })
  }
  const place = { ...around, isUnchanged }
  if (Array.isArray(value)) visitItems(value, schema, place)
  else if (isFields(value)) visitMembers(value, schema, place)
}

/** Only the items of a list that is a map are known again. */
function visitItems(list: readonly unknown[], schema: JSONSchemaProps, place: Place): void {
  const isMap = schema['x-kubernetes-list-type'] === 'map'
  for (const [index, item] of list.entries()) {
    const old = isMap ? findByKeys(place.old, item, schema) : undefined
    visit(item, schema.items ?? {}, { ...place, path: `${place.path}[${index}]`, old })
  }
}

function visitMembers(fields: JsonFields, schema: JSONSchemaProps, place: Place): void {
  for (const [name, value] of Object.entries(fields)) {
    const own = memberSchema(schema, name)
    if (own === undefined) continue
    const isEntry = own === schema.additionalProperties
    const path = isEntry ? `${place.path}[${name}]` : join(place.path, name)
    const old = isFields(place.old) ? (member(place.old, name) ?? undefined) : undefined
    visit(value, own, { ...place, path, old })
  }
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

const roots = new WeakMap<JSONSchemaProps, JSONSchemaProps>()

/** A kind's schema, marked as one of an object. */
function asRoot(schema: JSONSchemaProps): JSONSchemaProps {
  return kept(roots, schema, () => ({ ...schema, 'x-kubernetes-embedded-resource': true }))
}

const objects = new WeakMap<JSONSchemaProps, JSONSchemaProps>()

/** Rules of an object see what every object has, whatever the schema says of it. */
function withObjectFields(schema: JSONSchemaProps): JSONSchemaProps {
  if (schema['x-kubernetes-embedded-resource'] !== true) return schema
  const text = { type: 'string' }
  const metadata = { type: 'object', properties: { name: text, generateName: text } }
  return kept(objects, schema, () => ({
    ...schema,
    properties: { ...schema.properties, apiVersion: text, kind: text, metadata },
  }))
}

function kept(
  known: WeakMap<JSONSchemaProps, JSONSchemaProps>,
  schema: JSONSchemaProps,
  make: () => JSONSchemaProps,
): JSONSchemaProps {
  const found = known.get(schema) ?? make()
  known.set(schema, found)
  return found
}
