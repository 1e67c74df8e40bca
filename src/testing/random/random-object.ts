import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { member, setMember } from '../../apimachinery/json-members.ts'
import type { JsonObject, JsonValue } from '../../apimachinery/json.ts'
import type { Random } from './random.ts'
import { randomText } from './random-text.ts'

/** How much of what may be left out is there, from 0 to 1. */
type Fullness = number

/** An object of a kind that its schema takes, less what rules in CEL say. */
export function randomObject(
  schema: JSONSchemaProps,
  { random, fullness }: { readonly random: Random; readonly fullness: Fullness },
): JsonObject {
  const { properties = {} } = schema
  const { apiVersion: _version, kind: _kind, metadata: _metadata, ...fields } = properties
  const required = schema.required?.filter((name) => Object.hasOwn(fields, name)) ?? []
  const source = new Source(random, fullness)
  return source.object({ ...schema, type: 'object', properties: fields, required }, 0)
}

/** Random metadata as the API server stores it. */
export function randomMetadata(
  random: Random,
  { namespaced, fullness }: { readonly namespaced: boolean; readonly fullness: Fullness },
): JsonObject {
  const word = (): string => randomText({ minLength: 3 }, random)
  const pairs = (): JsonObject => ({ [`example.com/${word()}`]: word() })
  return {
    name: word(),
    ...(namespaced && { namespace: word() }),
    uid: randomText({ format: 'uuid' }, random),
    resourceVersion: String(random.integer(1, 9999)),
    generation: random.integer(1, 9),
    creationTimestamp: randomText({ format: 'date-time' }, random),
    ...(random.chance(fullness) && { labels: pairs() }),
    ...(random.chance(fullness) && { annotations: pairs() }),
    ...(random.chance(fullness) && { finalizers: [`example.com/${word()}`] }),
  }
}

/** What an object within an object has to say of itself. */
const embedded = [
  ['apiVersion', 'v1'],
  ['kind', 'ConfigMap'],
  ['metadata', { name: 'embedded' }],
] as const

/** Below this depth only what is required is there. */
const deepest = 6

class Source {
  readonly #random: Random
  readonly #fullness: Fullness

  constructor(random: Random, fullness: Fullness) {
    this.#random = random
    this.#fullness = fullness
  }

  #value(schema: JSONSchemaProps, depth: number): JsonValue {
    const random = this.#random
    if (schema.enum !== undefined) return pickFrom(schema.enum, random) ?? null
    if (schema.nullable === true && random.chance(0.1)) return null
    if (schema['x-kubernetes-int-or-string'] === true) return this.#intOrString(schema)
    switch (schema.type) {
      case 'string':
        return randomText(schema, random)
      case 'boolean':
        return random.chance(0.5)
      case 'integer':
        return randomNumber(schema, random)
      case 'number':
        return randomNumber(schema, random) + (mayBeFraction(schema) ? 0.5 : 0)
      case 'array':
        return this.#list(schema, depth)
      case 'object':
        return this.object(schema, depth)
      default:
        return randomText({}, random)
    }
  }

  /** A quantity has a pattern, and a number mostly meets it too. */
  #intOrString(schema: JSONSchemaProps): JsonValue {
    const patterned = findPatterned(schema)
    const isText = patterned !== undefined || this.#random.chance(0.5)
    return isText ? randomText(patterned ?? schema, this.#random) : this.#random.integer(0, 100)
  }

  #list(schema: JSONSchemaProps, depth: number): JsonValue[] {
    const { items = {}, minItems = 0, maxItems = Infinity } = schema
    const wanted = depth > deepest ? minItems : this.#random.integer(0, 3)
    const length = Math.min(Math.max(minItems, wanted), maxItems)
    const keys = schema['x-kubernetes-list-map-keys']
    const isSet = schema['x-kubernetes-list-type'] === 'set'
    const list: JsonValue[] = []
    const seen = new Set<string>()
    for (let attempt = 0; list.length < length && attempt < 100; attempt++) {
      const item = this.#value(items, depth + 1)
      const identity = keys || isSet ? identityOf(item, keys) : String(attempt)
      if (!seen.has(identity)) list.push(item)
      seen.add(identity)
    }
    return list
  }

  object(schema: JSONSchemaProps, depth: number): JsonObject {
    const chosen = withBranches(schema, this.#random)
    const { properties = {}, required = [], additionalProperties } = chosen
    const fields = Object.entries(properties).filter(
      ([name]) =>
        required.includes(name) || (depth < deepest && this.#random.chance(this.#fullness)),
    )
    const known = fields.map(([name, field]) => [name, this.#value(field, depth + 1)])
    const open = typeof additionalProperties === 'object' ? additionalProperties : undefined
    const { minProperties = 0, maxProperties = 3 } = schema
    const wanted = open ? Math.max(minProperties, this.#random.integer(0, 3)) : 0
    const extra = Array.from({ length: Math.min(wanted, maxProperties) }, (_, index) => [
      `${randomText({ minLength: 2, maxLength: 6 }, this.#random)}${index}`,
      this.#value(open ?? {}, depth + 1),
    ])
    const isResource = schema['x-kubernetes-embedded-resource'] === true
    return Object.fromEntries([...(isResource ? embedded : []), ...known, ...extra])
  }
}

/** The schema, or the branch of it at any depth, that has a pattern. */
function findPatterned(schema: JSONSchemaProps): JSONSchemaProps | undefined {
  if (schema.pattern !== undefined) return schema
  const branches = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  return branches.map(findPatterned).find((found) => found !== undefined)
}

/** With what one of its alternatives adds: which fields are there, and what they are held to. */
function withBranches(schema: JSONSchemaProps, random: Random): JSONSchemaProps {
  const branches = [
    ...(schema.allOf ?? []),
    ...[schema.oneOf, schema.anyOf].flatMap((list) => pickFrom(list ?? [], random) ?? []),
  ]
  const others = (schema.oneOf ?? []).filter((each) => !branches.includes(each))
  const excluded = [
    ...others.flatMap((each) => each.required ?? []),
    ...[schema, ...branches].flatMap(excludedBy),
  ]
  const whole = branches.reduce<JSONSchemaProps>(merge, schema)
  return withoutFields(whole, new Set(excluded))
}

/** The fields that a schema wants absent: those that it says are not required, each by itself. */
function excludedBy({ not }: JSONSchemaProps): string[] {
  const clauses = not === undefined ? [] : [not, ...(not.anyOf ?? [])]
  return clauses.flatMap(({ required = [] }) => (required.length === 1 ? required : []))
}

/** Of fields that exclude each other, one alone is there. */
function withoutFields(schema: JSONSchemaProps, names: ReadonlySet<string>): JSONSchemaProps {
  if (names.size === 0) return schema
  const { properties = {}, required = [] } = schema
  const kept = Object.entries(properties).filter(
    ([name]) => !names.has(name) || required.includes(name),
  )
  return { ...schema, properties: Object.fromEntries(kept) }
}

function merge(whole: JSONSchemaProps, branch: JSONSchemaProps): JSONSchemaProps {
  const properties = { ...whole.properties }
  for (const [name, field] of Object.entries(branch.properties ?? {})) {
    setMember(properties, name, { ...(member(properties, name) as object | undefined), ...field })
  }
  const required = [...new Set([...(whole.required ?? []), ...(branch.required ?? [])])]
  return { ...whole, properties, required }
}

function identityOf(item: JsonValue, keys: readonly string[] | undefined): string {
  if (keys === undefined || typeof item !== 'object' || item === null) return JSON.stringify(item)
  const fields = new Map(Object.entries(item))
  return JSON.stringify(keys.map((key) => fields.get(key)))
}

function mayBeFraction({ multipleOf, maximum }: JSONSchemaProps): boolean {
  return multipleOf === undefined && maximum === undefined
}

/** Within the bounds, and near the smaller one in size, so that a number that is told is easy to read. */
function randomNumber(schema: JSONSchemaProps, random: Random): number {
  const { exclusiveMinimum, exclusiveMaximum } = schema
  const step = Number(schema.multipleOf ?? 1)
  const least = schema.minimum === undefined ? undefined : Number(schema.minimum)
  const most = schema.maximum === undefined ? undefined : Number(schema.maximum)
  const low = least ?? (most === undefined ? 0 : most - 1000)
  const high = Math.min(most ?? low + 1000, low + 1000)
  const first = Math.ceil(low / step) + (exclusiveMinimum === true && low % step === 0 ? 1 : 0)
  const last = Math.floor(high / step) - (exclusiveMaximum === true && high % step === 0 ? 1 : 0)
  return first > last ? low : random.integer(first, last) * step
}

function pickFrom<T>(items: readonly T[], random: Random): T | undefined {
  return items[random.integer(0, items.length - 1)]
}
