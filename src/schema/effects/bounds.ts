import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { Marker } from '../../markers/marker.ts'
import { schemaKindOf, type SchemaKind } from '../schema-kind.ts'
import {
  applies,
  booleanOf,
  numberOf,
  say,
  shownMarker,
  valueSpan,
  type Draft,
  type Effect,
} from './draft.ts'

/*
 * Bounds: of numbers, of the length of strings, of the count of items and properties.
 */

/** Bounds of numbers pass over the strings of an int-or-string. */
const numeric: readonly SchemaKind[] = ['integer', 'number', 'int-or-string']
const textual: readonly SchemaKind[] = ['string', 'int-or-string']

/** What bounds the size of each kind, so that a marker on the wrong one can name the right one. */
const lowerBounds: Partial<Record<SchemaKind, string>> = {
  string: 'MinLength',
  array: 'MinItems',
  object: 'MinProperties',
  integer: 'Minimum',
  number: 'Minimum',
}
const upperBounds: Partial<Record<SchemaKind, string>> = {
  string: 'MaxLength',
  array: 'MaxItems',
  object: 'MaxProperties',
  integer: 'Maximum',
  number: 'Maximum',
}

function helpFor(draft: Draft, bound: 'lower' | 'upper'): string | undefined {
  const right = (bound === 'lower' ? lowerBounds : upperBounds)[schemaKindOf(draft.base)]
  return right === undefined ? undefined : `use \`+kubebuilder:validation:${right}\` here`
}

export const minimum: Effect = (marker, draft) => bound(marker, draft, 'minimum')
export const maximum: Effect = (marker, draft) => bound(marker, draft, 'maximum')

function bound(marker: Marker, draft: Draft, keyword: 'minimum' | 'maximum'): void {
  const value = numberOf(marker)
  const otherwise = helpFor(draft, keyword === 'minimum' ? 'lower' : 'upper')
  if (value === undefined || !applies(marker, draft, { to: numeric, otherwise })) return
  if (isOwnBound(value, draft) || !isWholeEnough(marker, draft)) return
  say(draft, marker, { [keyword]: value })
}

const int64Bounds: readonly (number | bigint)[] = [-(2n ** 63n), 2n ** 63n - 1n]

/** The bounds of 64 bits hold anyway; written out, the API server would round them and refuse everything. */
function isOwnBound(value: number | bigint, draft: Draft): boolean {
  return draft.base.type === 'integer' && int64Bounds.includes(value)
}

/** An integer needs bounds that are integers: the API server would compare with a rounded one. */
function isWholeEnough(marker: Marker, draft: Draft): boolean {
  const value = numberOf(marker)
  const kind = schemaKindOf(draft.base)
  const isInteger = kind === 'integer' || kind === 'int-or-string'
  if (!isInteger || typeof value !== 'number') return true
  if (Number.isInteger(value)) return true
  draft.context.sink.report(
    'schema/fractional-value',
    { marker: shownMarker(marker), subject: draft.subject },
    {
      span: valueSpan(marker),
      helps: [`write a whole number, such as \`${Math.floor(value)}\` or \`${Math.ceil(value)}\``],
    },
  )
  return false
}

export const exclusiveMinimum: Effect = (marker, draft) => exclusive(marker, draft, 'Minimum')
export const exclusiveMaximum: Effect = (marker, draft) => exclusive(marker, draft, 'Maximum')

/** The marker is a flag beside a bound; the JSDoc tag carries the bound itself. */
function exclusive(marker: Marker, draft: Draft, side: 'Minimum' | 'Maximum'): void {
  if (!applies(marker, draft, { to: numeric })) return
  const keyword = side === 'Minimum' ? 'minimum' : 'maximum'
  const value = numberOf(marker)
  if (value !== undefined) {
    if (!isWholeEnough(marker, draft)) return
    say(draft, marker, { [keyword]: value, [`exclusive${side}`]: true })
    return
  }
  if (booleanOf(marker) !== true) return
  if (draft.said[keyword] === undefined && draft.base[keyword] === undefined) {
    draft.context.sink.report(
      'schema/exclusive-without-bound',
      { marker: shownMarker(marker), subject: draft.subject },
      { span: marker.span, helps: [`add \`+kubebuilder:validation:${side}=…\` beside it`] },
    )
    return
  }
  say(draft, marker, { [`exclusive${side}`]: true })
}

export const multipleOf: Effect = (marker, draft) => {
  const value = numberOf(marker)
  if (value === undefined || !applies(marker, draft, { to: numeric })) return
  if (typeof value === 'bigint' ? value > 0n : Number.isInteger(value) && value > 0) {
    say(draft, marker, { multipleOf: value })
    return
  }
  draft.context.sink.report(
    'schema/unusable-multiple',
    { marker: shownMarker(marker), subject: draft.subject },
    {
      span: valueSpan(marker),
      notes: ['the API server rounds the factor down to an integer, and then refuses zero'],
      helps: ['store a whole number of a smaller unit, or use `Quantity`'],
    },
  )
}

type SizeKeyword =
  'minLength' | 'maxLength' | 'minItems' | 'maxItems' | 'minProperties' | 'maxProperties'

/** A bound of a size: a count that is not negative. */
export function size(keyword: SizeKeyword): Effect {
  const to = sizedKinds(keyword)
  const side = keyword.startsWith('min') ? 'lower' : 'upper'
  return (marker, draft) => {
    const value = numberOf(marker)
    if (value === undefined) return
    if (!applies(marker, draft, { to, otherwise: helpFor(draft, side) })) return
    const keywords: JSONSchemaProps = { [keyword]: Number(value) }
    say(draft, marker, keywords)
  }
}

function sizedKinds(keyword: SizeKeyword): readonly SchemaKind[] {
  if (keyword.endsWith('Length')) return textual
  return keyword.endsWith('Items') ? ['array'] : ['object']
}
