import type { SourceSpan } from '../../diagnostics/diagnostic.ts'
import { nearestNames } from '../../diagnostics/nearest-names.ts'
import type { Marker } from '../../markers/marker.ts'
import { numberOf, textOf, valueSpan } from '../effects/draft.ts'
import type { SchemaKind } from '../schema-kind.ts'
import type { KindDraft, KindEffect } from './kind-draft.ts'
import type { PathUse } from './path-checks.ts'

/** What a column of each type can show. A column of strings shows anything as JSON. */
const shownKinds: ReadonlyMap<string, readonly SchemaKind[] | undefined> = new Map([
  ['integer', ['integer', 'number']],
  ['number', ['integer', 'number']],
  ['boolean', ['boolean']],
  ['date', ['string']],
  ['string', undefined],
])

/** The types that a column can have. */
export const columnTypes: readonly string[] = [...shownKinds.keys()]

/** The formats that a column can have. */
export const columnFormats: readonly string[] = [
  'int32',
  'int64',
  'float',
  'double',
  'byte',
  'date',
  'date-time',
  'password',
]

export const printColumn: KindEffect = (marker, draft) => {
  const name = textOf(marker, 'name')
  const type = textOf(marker, 'type')
  const jsonPath = textOf(marker, 'JSONPath')
  if (name === undefined || type === undefined || jsonPath === undefined) return
  const isKnown =
    isWord(marker, draft, { argument: 'type', words: columnTypes }) &&
    isWord(marker, draft, { argument: 'format', words: columnFormats })
  if (!isKnown) return
  const format = textOf(marker, 'format')
  const description = textOf(marker, 'description')
  const priority = numberOf(marker, 'priority')
  const columns = (draft.version.additionalPrinterColumns ??= [])
  columns.push({
    name,
    type,
    jsonPath,
    ...(format === undefined ? {} : { format }),
    ...(description === undefined ? {} : { description }),
    ...(priority === undefined || Number(priority) === 0 ? {} : { priority: Number(priority) }),
  })
  draft.paths.push(columnPath({ type, jsonPath }, valueSpan(marker, 'JSONPath')))
}

/** What the path of a column must lead to. */
export function columnPath(
  { type, jsonPath }: { readonly type: string; readonly jsonPath: string },
  span: SourceSpan,
): PathUse {
  return {
    path: jsonPath,
    span,
    purpose: `a column of type ${type}`,
    kinds: shownKinds.get(type),
    throughLists: true,
  }
}

function isWord(
  marker: Marker,
  draft: KindDraft,
  { argument, words }: { argument: string; words: readonly string[] },
): boolean {
  const word = textOf(marker, argument)
  if (word === undefined || words.includes(word)) return true
  draft.context.sink.report(
    'schema/unknown-word',
    { word, argument },
    {
      span: valueSpan(marker, argument),
      notes: [`a column takes ${words.join(', ')}`],
      helps: nearestNames(word, words).map((near) => `write \`${near}\``),
    },
  )
  return false
}
