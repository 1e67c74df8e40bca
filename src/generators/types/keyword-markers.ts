import { isDeepStrictEqual } from 'node:util'
import type {
  JSONSchemaProps,
  ValidationRule,
} from '../../apimachinery/custom-resource-definition.ts'
import type { JsonValue } from '../../apimachinery/json.ts'
import { schemaKindOf, type SchemaKind } from '../../schema/schema-kind.ts'
import { guessValue } from '../../markers/values/guessed-value.ts'
import { TextReader } from '../../markers/values/text-reader.ts'
import { jsonText, listText, scalarText, stringText, wordText } from './marker-text.ts'

/*
 * Keywords of a schema that a type cannot say, as the markers that say them: the inverse of
 * `schema/effects/`. A keyword without a row, or on a type that its marker does not take, is left to
 * the overlay.
 */

/** What a marker stands on. */
export interface MarkedPlace {
  readonly target: 'type' | 'field'
  /** What the type below says by itself. */
  readonly base: JSONSchemaProps
  /** All that the node says. */
  readonly schema: JSONSchemaProps
}

/** The text of markers, without `+`; `undefined` where no marker can say it. */
type Word = (value: JsonValue, place: MarkedPlace) => readonly string[] | undefined

const prefix = 'kubebuilder:validation:'

const words: Partial<Record<keyof JSONSchemaProps, Word>> = {
  title: (value) => [`kubebuilder:title=${stringText(textOf(value))}`],
  format: (value) => [`${prefix}Format=${wordText(textOf(value))}`],
  enum: (value, { base }) =>
    isList(value) && value.length > 0 && base.enum === undefined
      ? [`${prefix}Enum=${listText(value)}`]
      : undefined,
  minimum: bound('Minimum'),
  maximum: bound('Maximum'),
  exclusiveMinimum: (value, { schema }) =>
    value === true && schema.minimum !== undefined ? [`${prefix}ExclusiveMinimum=true`] : undefined,
  exclusiveMaximum: (value, { schema }) =>
    value === true && schema.maximum !== undefined ? [`${prefix}ExclusiveMaximum=true`] : undefined,
  multipleOf: (value, place) =>
    Number.isInteger(value) && Number(value) > 0 ? bound('MultipleOf')(value, place) : undefined,
  minLength: size('MinLength', ['string', 'int-or-string']),
  maxLength: size('MaxLength', ['string', 'int-or-string']),
  minItems: size('MinItems', ['array']),
  maxItems: size('MaxItems', ['array']),
  minProperties: size('MinProperties', ['object']),
  maxProperties: size('MaxProperties', ['object']),
  pattern: (value, { base }) =>
    isOf(base, ['string', 'int-or-string']) && base.pattern === undefined
      ? [patternMarker(textOf(value))]
      : undefined,
  default: (value, { target }) => (target === 'field' ? [defaultText(value)] : undefined),
  example: (value, { target }) => (target === 'field' ? exampleText(value) : undefined),
  oneOf: choice('oneOf'),
  anyOf: choice('anyOf'),
  allOf: choice('allOf'),
  not: (value, { base }) => (base.not === undefined ? [`kops:not=${jsonText(value)}`] : undefined),
  externalDocs: (value) => externalDocsText(value),
  'x-kubernetes-preserve-unknown-fields': (value) =>
    value === true ? ['kubebuilder:pruning:PreserveUnknownFields'] : undefined,
  'x-kubernetes-embedded-resource': (value, { base }) =>
    value === true && isOf(base, ['object', 'any']) ? [`${prefix}XEmbeddedResource`] : undefined,
  'x-kubernetes-list-type': (value, { base }) =>
    isOf(base, ['array']) && ['atomic', 'set', 'map'].includes(textOf(value))
      ? [`listType=${textOf(value)}`]
      : undefined,
  'x-kubernetes-list-map-keys': (value, { base, schema }) =>
    isOf(base, ['array']) && isList(value) && schema['x-kubernetes-list-type'] === 'map'
      ? value.map((key) => `listMapKey=${wordText(textOf(key))}`)
      : undefined,
  'x-kubernetes-map-type': (value, { base }) => {
    if (!isOf(base, ['object']) || (value !== 'atomic' && value !== 'granular')) return undefined
    return [`${base.properties === undefined ? 'mapType' : 'structType'}=${value}`]
  },
  'x-kubernetes-validations': (value, { base }) =>
    base['x-kubernetes-validations'] === undefined
      ? (value as unknown as readonly ValidationRule[]).map(ruleText)
      : undefined,
}

/** The markers that say a keyword, without `+`. */
export function markersOf(
  keyword: keyof JSONSchemaProps,
  value: JsonValue,
  place: MarkedPlace,
): readonly string[] | undefined {
  return words[keyword]?.(value, place)
}

/** Keywords that `+kubebuilder:validation:items:…` can say of the items of a list. */
const itemKeywords: ReadonlySet<string> = new Set([
  'format',
  'enum',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'pattern',
  'x-kubernetes-validations',
])

/** The same for the items of a list, said above the list. */
export function itemMarkersOf(
  keyword: keyof JSONSchemaProps,
  value: JsonValue,
  place: MarkedPlace,
): readonly string[] | undefined {
  if (!itemKeywords.has(keyword)) return undefined
  return markersOf(keyword, value, place)?.map((text) => text.replace(prefix, `${prefix}items:`))
}

/** The text of a keyword that has one. */
function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : jsonText(value)
}

function isOf(schema: JSONSchemaProps, kinds: readonly SchemaKind[]): boolean {
  return kinds.includes(schemaKindOf(schema))
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

const numeric: readonly SchemaKind[] = ['integer', 'number', 'int-or-string']

function bound(name: string): Word {
  return (value, { base }) => {
    if (!isOf(base, numeric) || (typeof value !== 'number' && typeof value !== 'bigint')) {
      return undefined
    }
    if (schemaKindOf(base) !== 'number' && !isUsable(value, base)) return undefined
    return [`${prefix}${name}=${jsonText(value)}`]
  }
}

/** The whole numbers that a server can compare with: others are an error where a marker says them. */
function isUsable(value: number | bigint, { format }: JSONSchemaProps): boolean {
  if (typeof value === 'number' && !Number.isInteger(value)) return false
  const limit = format === 'int32' ? 2n ** 31n - 1n : 2n ** 53n
  return value >= -limit && value <= limit
}

function size(name: string, kinds: readonly SchemaKind[]): Word {
  return (value, { base }) =>
    isOf(base, kinds) && Number.isSafeInteger(value) && Number(value) >= 0
      ? [`${prefix}${name}=${jsonText(value)}`]
      : undefined
}

/** The marker of a pattern, in backticks as people write them. */
export function patternMarker(text: string): string {
  const isPlain = /^[^`\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]*$/u.test(text)
  return `${prefix}Pattern=${isPlain ? `\`${text}\`` : jsonText(text)}`
}

function defaultText(value: JsonValue): string {
  const scalar = scalarText(value)
  return scalar === undefined ? `default=${jsonText(value)}` : `kubebuilder:default=${scalar}`
}

/** An object or a list as JSON, where the marker's own notation reads the same of it. */
function exampleText(value: JsonValue): readonly string[] | undefined {
  const text = scalarText(value) ?? jsonText(value)
  const read = guessValue(new TextReader(text), { allowsList: true })
  return isDeepStrictEqual(read, value) ? [`kubebuilder:example=${text}`] : undefined
}

/** Branches beside those of the type itself would have to be folded. */
function choice(keyword: 'oneOf' | 'anyOf' | 'allOf'): Word {
  return (value, { base }) =>
    base[keyword] === undefined && isList(value) && value.length > 0
      ? [`kops:${keyword}=${jsonText(value)}`]
      : undefined
}

function externalDocsText(value: JsonValue): readonly string[] | undefined {
  const { url, description } = value as { url?: string; description?: string }
  if (url === undefined || !URL.canParse(url)) return undefined
  const text = description === undefined ? '' : `,description=${stringText(description)}`
  return [`kubebuilder:externalDocs:url=${stringText(url)}${text}`]
}

function ruleText(rule: ValidationRule): string {
  const { optionalOldSelf } = rule
  const texts = (['rule', 'message', 'messageExpression', 'reason', 'fieldPath'] as const).flatMap(
    (name) => {
      const text = rule[name]
      if (text === undefined) return []
      return [`${name}=${name === 'reason' ? wordText(text) : stringText(text)}`]
    },
  )
  const flag = optionalOldSelf === undefined ? [] : [`optionalOldSelf=${String(optionalOldSelf)}`]
  return `${prefix}XValidation:${[...texts, ...flag].join(',')}`
}
