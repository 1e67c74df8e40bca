import { member } from '../../apimachinery/json-members.ts'
import type {
  JSONSchemaProps,
  ValidationRule,
} from '../../apimachinery/custom-resource-definition.ts'
import type { JsonObject, JsonValue } from '../../apimachinery/json.ts'
import type { SourceSpan } from '../../diagnostics/diagnostic.ts'
import type { Marker } from '../../markers/marker.ts'
import { foldConstraints } from '../fold.ts'
import type { Keyword, KeywordOrigin } from '../origins.ts'
import type { SchemaContext } from '../schema-context.ts'
import { describeKind, schemaKindOf, type SchemaKind } from '../schema-kind.ts'

/** What the type of a property says of its presence, before its markers are looked at. */
export interface Presence {
  readonly name: string
  readonly optional: boolean
  readonly nullable: boolean
}

/** One level of a schema in the making: a declaration's markers over what the type itself says. */
export interface Draft {
  readonly context: SchemaContext
  /** What messages call the thing that the markers describe. */
  readonly subject: string
  /** What the type says. Markers that change the type itself replace it. */
  base: JSONSchemaProps
  /** What the markers of this level say so far. */
  said: JSONSchemaProps
  readonly saidAt: Map<Keyword, KeywordOrigin>
  /** Keywords that are laid over the finished node; null takes one away. */
  overlay?: JsonObject | undefined
  /** Set for the markers of a property. */
  readonly presence?: Presence | undefined
  /** Rules for the object that the property belongs to. */
  readonly parentRules: ValidationRule[]
}

/** What a marker does. It reports a wrong use and then changes nothing. */
export type Effect = (marker: Marker, draft: Draft) => void

/** Where the value of a marker stands, or the marker where it has none. */
export function valueSpan(marker: Marker, name = ''): SourceSpan {
  return member(marker.valueSpans, name) ?? marker.span
}

/** A marker as a message shows it: `+kubebuilder:validation:Minimum` or `@minimum`. */
export function shownMarker(marker: Marker): string {
  return marker.written.startsWith('@') ? marker.written : `+${marker.definition.name}`
}

/** Adds keywords to what this level says; several of one level all hold. */
export function say(draft: Draft, marker: Marker, keywords: JSONSchemaProps): void {
  const before = draft.said['x-kubernetes-validations'] ?? []
  const { 'x-kubernetes-validations': added = [], ...others } = keywords
  draft.said = foldConstraints(draft.said, others)
  if (added.length > 0) draft.said['x-kubernetes-validations'] = [...before, ...added]
  for (const rule of added) draft.context.origins.markRule(rule, valueSpan(marker, 'rule'))
  for (const [keyword, value] of Object.entries(keywords)) {
    noteKeyword(draft, keyword as Keyword, { value, span: valueSpan(marker) })
  }
}

/** A keyword belongs to the marker whose value holds in the end. */
function noteKeyword(
  draft: Draft,
  keyword: Keyword,
  { value, span }: { value: unknown; span: SourceSpan },
): void {
  if (draft.saidAt.has(keyword) && draft.said[keyword] !== value) return
  draft.saidAt.set(keyword, { span, subject: draft.subject })
}

/** Whether the type can have the marker; reports it where it cannot. */
export function applies(
  marker: Marker,
  draft: Draft,
  { to, otherwise }: { to: readonly SchemaKind[]; otherwise?: string | undefined },
): boolean {
  const { context, base, subject } = draft
  const kind = schemaKindOf(base)
  if (to.includes(kind)) return true
  if (context.origins.isBroken(base)) return false
  context.sink.report(
    'schema/wrong-type',
    {
      marker: shownMarker(marker),
      expected: nounsOf(to),
      subject,
      actual: describeKind(kind),
    },
    {
      span: marker.span,
      notes: ['the API server would take it and check nothing'],
      helps: [otherwise ?? 'remove the marker, or change the type of the field'],
    },
  )
  return false
}

const nouns: Partial<Record<SchemaKind, string>> = {
  string: 'strings',
  integer: 'numbers',
  number: 'numbers',
  array: 'arrays',
  object: 'objects',
}

function nounsOf(kinds: readonly SchemaKind[]): string {
  return [...new Set(kinds.flatMap((kind) => nouns[kind] ?? []))].join(' or ')
}

/** The value of a marker as text; undefined where it has none. */
export function textOf(marker: Marker, name = ''): string | undefined {
  const value = member(marker.values, name)
  return typeof value === 'string' ? value : undefined
}

export function booleanOf(marker: Marker, name = ''): boolean | undefined {
  const value = member(marker.values, name)
  return typeof value === 'boolean' ? value : undefined
}

export function numberOf(marker: Marker, name = ''): number | bigint | undefined {
  const value = member(marker.values, name)
  return typeof value === 'number' || typeof value === 'bigint' ? value : undefined
}

export function listOf(marker: Marker, name = ''): readonly JsonValue[] | undefined {
  const value = member(marker.values, name)
  return Array.isArray(value) ? value : undefined
}

export function textsOf(marker: Marker, name = ''): string[] {
  return (listOf(marker, name) ?? []).filter((value) => typeof value === 'string')
}
