import { isDeepStrictEqual } from 'node:util'
import type { JsonValue } from '../../apimachinery/json.ts'
import type { Marker } from '../../markers/marker.ts'
import { schemaKindOf } from '../schema-kind.ts'
import { cutDescriptions } from '../types/cut-descriptions.ts'
import {
  applies,
  listOf,
  numberOf,
  say,
  shownMarker,
  textOf,
  valueSpan,
  type Draft,
  type Effect,
} from './draft.ts'

/*
 * What a value may be, is by default and is called: patterns, formats, enums, defaults, texts.
 */

export const pattern: Effect = (marker, draft) => {
  const value = textOf(marker)
  if (value === undefined) return
  if (applies(marker, draft, { to: ['string', 'int-or-string'], otherwise: patternHelp(draft) })) {
    say(draft, marker, { pattern: value })
  }
}

function patternHelp(draft: Draft): string | undefined {
  return schemaKindOf(draft.base) === 'array'
    ? 'write `+kubebuilder:validation:items:Pattern=…` to constrain the items'
    : undefined
}

/** `+kops:maxDescriptionLength`: bounds the texts of the type below, not what the field says itself. */
export const maxDescriptionLength: Effect = (marker, draft) => {
  const length = Number(numberOf(marker) ?? Infinity)
  if (length < Infinity) draft.base = cutDescriptions(draft.base, length, draft.context)
}

export const format: Effect = (marker, draft) => {
  const value = textOf(marker)
  if (value !== undefined) say(draft, marker, { format: value })
}

export const enumeration: Effect = (marker, draft) => {
  const values = listOf(marker)
  if (values !== undefined && values.length > 0) say(draft, marker, { enum: [...values] })
}

/** On a type whose TypeScript is an enum already: it must be one of strings. */
export const stringEnumeration: Effect = (marker, draft) => {
  if (!applies(marker, draft, { to: ['string'] })) return
  if (draft.base.enum !== undefined || draft.context.origins.isBroken(draft.base)) return
  draft.context.sink.report(
    'schema/not-an-enum',
    { marker: shownMarker(marker), subject: draft.subject },
    { span: marker.span, helps: ["write the values as a union: `'a' | 'b'`"] },
  )
}

/** Holds in place of the comment. */
export const description: Effect = (marker, draft) => {
  const value = textOf(marker)
  if (value !== undefined) say(draft, marker, { description: value })
}

export const title: Effect = (marker, draft) => {
  const value = textOf(marker)
  if (value !== undefined) say(draft, marker, { title: value })
}

export const example: Effect = (marker, draft) => {
  const value = marker.values['']
  if (value !== undefined) say(draft, marker, { example: value })
}

export const externalDocs: Effect = (marker, draft) => {
  const url = textOf(marker, 'url')
  const description = textOf(marker, 'description')
  if (url === undefined) return
  say(draft, marker, {
    externalDocs: { url, ...(description === undefined ? {} : { description }) },
  })
}

/** `+kubebuilder:default` and `@default`. `{}` on an array means the empty array, as in controller-gen. */
export const defaultValue: Effect = (marker, draft) => {
  const value = marker.values['']
  if (value === undefined) return
  const isEmptyArray = schemaKindOf(draft.base) === 'array' && isDeepStrictEqual(value, {})
  sayDefault(marker, draft, isEmptyArray ? [] : value)
}

/** `+default`, whose value is JSON. */
export const jsonDefault: Effect = (marker, draft) => {
  const value = marker.values[''] ?? marker.values['value']
  if (value !== undefined) sayDefault(marker, draft, value)
}

function sayDefault(marker: Marker, draft: Draft, value: JsonValue): void {
  if (draft.said.default === undefined) {
    say(draft, marker, { default: value })
  } else if (!isDeepStrictEqual(draft.said.default, value)) {
    const first = draft.saidAt.get('default')
    draft.context.sink.report(
      'schema/two-defaults',
      { subject: draft.subject },
      {
        span: valueSpan(marker),
        notes: [{ message: 'the first default is here', ...(first && { span: first.span }) }],
        helps: ['remove one of the two'],
      },
    )
  }
}
