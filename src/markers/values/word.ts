import { nearestNames } from '../../diagnostics/nearest-names.ts'
import type { ArgumentDefinition } from '../marker.ts'
import type { TextReader } from './text-reader.ts'

/** A string as found, with the place of its text, quotes included. */
export interface TextItem {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The word as the table spells it; fails where the table lists words and this is none of them. */
export function acceptWord(
  reader: TextReader,
  { values, ignoreCase = false }: ArgumentDefinition,
  { text, start, end }: TextItem,
): string | undefined {
  if (values === undefined) return text
  const word = values.find(
    (value) => value === text || (ignoreCase && value.toLowerCase() === text.toLowerCase()),
  )
  if (word !== undefined) return word
  return reader.fail({
    kind: 'unknown-word',
    start,
    end,
    expected: quoteWords(values),
    helps: nearestNames(text, values).map((near) => `did you mean \`${near}\`?`),
  })
}

/** `` `a`, `b` or `c` `` */
export function quoteWords(words: readonly string[]): string {
  const quoted = words.map((word) => `\`${word}\``)
  const last = quoted.at(-1) ?? ''
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(', ')} or ${last}`
}
