import { textOf, valueSpan } from '../effects/draft.ts'
import type { KindEffect } from './kind-draft.ts'

const maxSelectableFields = 8

/** A field that `--field-selector` may name: a scalar outside of lists and metadata. */
export const selectableField: KindEffect = (marker, draft) => {
  const jsonPath = textOf(marker, 'JSONPath')
  if (jsonPath === undefined) return
  const span = valueSpan(marker, 'JSONPath')
  const fields = (draft.version.selectableFields ??= [])
  const problem = problemOf(jsonPath, fields)
  if (problem !== undefined) {
    draft.context.sink.report(
      'schema/unusable-path',
      { path: jsonPath, purpose: 'a selectable field' },
      { span, notes: [problem], helps: ['remove the marker, or name another field'] },
    )
    return
  }
  fields.push({ jsonPath })
  draft.paths.push({
    path: jsonPath,
    span,
    purpose: 'a selectable field',
    kinds: ['string', 'boolean', 'integer'],
    throughLists: false,
  })
}

function problemOf(path: string, fields: readonly { jsonPath: string }[]): string | undefined {
  if (path.startsWith('.metadata'))
    return 'name and namespace are selectable already, no other metadata is'
  if (fields.some((field) => field.jsonPath === path)) return 'it is selectable already'
  return fields.length >= maxSelectableFields
    ? `a version has at most ${maxSelectableFields} selectable fields`
    : undefined
}
