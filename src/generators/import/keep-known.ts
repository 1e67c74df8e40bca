import type { JsonValue } from '../../apimachinery/json.ts'
import { nearestNames } from '../../diagnostics/nearest-names.ts'
import { describeJson, fieldName, isObject, within, type CrdPlace, type Path } from './crd-place.ts'
import { schemaShape, type Fields, type Shape } from './crd-shape.ts'

/**
 * A value as the API server would keep it: without nulls, and without the empty values that its encoder leaves out.
 * What is of the wrong type, or unknown, is reported. Undefined where nothing is kept.
 */
export function keepKnown(
  value: JsonValue,
  shape: Shape,
  { path, place }: { readonly path: Path | undefined; readonly place: CrdPlace },
): JsonValue | undefined {
  if (value === null) return undefined
  const at = { path, place }
  const kept = readers[shape.is](value, shape, at)
  if (kept === undefined) reportType(value, shape, at)
  return kept === undefined || (shape.keepsEmpty !== true && isEmpty(kept)) ? undefined : kept
}

interface At {
  readonly path: Path | undefined
  readonly place: CrdPlace
}

/** Undefined where the value is of another type. */
type Reader = (value: JsonValue, shape: Shape, at: At) => JsonValue | undefined

const readers: Readonly<Record<Shape['is'], Reader>> = {
  any: (value) => value,
  string: (value) => (typeof value === 'string' ? value : undefined),
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  number: (value) => (isNumber(value) ? value : undefined),
  integer: (value) => (isNumber(value) && isInteger(value) ? value : undefined),
  object: (value, shape, at) =>
    isObject(value) && shape.is === 'object' ? keepFields(value, shape.fields(), at) : undefined,
  list: (value, shape, at) =>
    Array.isArray(value) && shape.is === 'list' ? keepItems(value, shape.of, at) : undefined,
  map: (value, shape, at) =>
    isObject(value) && shape.is === 'map' ? keepMembers(value, shape.of, at) : undefined,
  'schema-or-boolean': (value, _, at) =>
    typeof value === 'boolean' ? value : keepSchema(value, at),
  'schema-or-list': (value, _, at) =>
    Array.isArray(value) ? keepItems(value, schemaShape, at) : keepSchema(value, at),
}

function keepSchema(value: JsonValue, at: At): JsonValue | undefined {
  return isObject(value) ? keepKnown(value, schemaShape, at) : undefined
}

function keepFields(
  value: { readonly [name: string]: JsonValue },
  fields: Fields,
  { path, place }: At,
): JsonValue {
  const kept: [string, JsonValue][] = []
  for (const [name, member] of Object.entries(value)) {
    const shape = Object.hasOwn(fields, name) ? fields[name] : undefined
    const inner = within(path, name)
    if (shape === undefined) reportUnknown(name, fields, { path: inner, place })
    else {
      const each = keepKnown(member, shape, { path: inner, place })
      if (each !== undefined) kept.push([name, each])
    }
  }
  return Object.fromEntries(kept)
}

/** In a list nothing is left out: a null is the empty value of the list's type. */
function keepItems(value: readonly JsonValue[], of: Shape, { path, place }: At): JsonValue {
  return value.map((member, index) =>
    of.is === 'any'
      ? member
      : (keepKnown(member, { ...of, keepsEmpty: true }, { path: within(path, index), place }) ??
        emptyOf(of)),
  )
}

function keepMembers(
  value: { readonly [name: string]: JsonValue },
  of: Shape,
  { path, place }: At,
): JsonValue {
  const kept = Object.entries(value).map(([name, member]): [string, JsonValue] => [
    name,
    of.is === 'any'
      ? member
      : (keepKnown(member, { ...of, keepsEmpty: true }, { path: within(path, name), place }) ??
        emptyOf(of)),
  ])
  return Object.fromEntries(kept)
}

function emptyOf({ is }: Shape): JsonValue {
  return is === 'string' ? '' : {}
}

function isNumber(value: JsonValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

function isInteger(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isInteger(value)
}

/** What Go's `omitempty` leaves out. */
function isEmpty(value: JsonValue): boolean {
  if (value === '' || value === false || value === 0) return true
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

const expected: Readonly<Record<Shape['is'], string>> = {
  any: 'anything',
  string: 'a string',
  boolean: '`true` or `false`',
  integer: 'an integer',
  number: 'a number',
  object: 'an object',
  list: 'a list',
  map: 'an object',
  'schema-or-boolean': 'a schema, `true` or `false`',
  'schema-or-list': 'a schema',
}

function reportType(value: JsonValue, { is }: Shape, { path, place }: At): void {
  place.sink.report(
    'crd/wrong-type',
    { field: fieldName(path), found: describeJson(value), expected: expected[is] },
    {
      span: place.spanOf(path),
      notes: ['the API server decodes a definition strictly, and refuses this one'],
    },
  )
}

function reportUnknown(name: string, fields: Fields, { path, place }: At): void {
  const nearest = nearestNames(name, Object.keys(fields))
  place.sink.report(
    'crd/unknown-field',
    { field: fieldName(path) },
    {
      span: place.spanOf(path, 'key'),
      notes: ['`kubectl apply` refuses it, and the API server would drop it'],
      helps:
        nearest.length > 0
          ? nearest.map((each) => `did you mean \`${each}\`?`)
          : [`remove \`${name}\``],
    },
  )
}
