import type { CommentContent } from '../markers/marker.ts'

/*
 * Descriptions: the prose above a declaration, cut where the user wants it short.
 */

/** The description of a level, `Deprecated: …` at its end where the tag says so. */
export function describeWithin(content: CommentContent, maxLength: number | undefined): string {
  return cutDescription(withDeprecation(content), maxLength)
}

function withDeprecation({ description, deprecated }: CommentContent): string {
  if (deprecated === undefined) return description
  const notice = deprecated === '' ? 'Deprecated.' : `Deprecated: ${deprecated}`
  return description === '' ? notice : `${description}\n\n${notice}`
}

const sentenceEnd = /\p{Sentence_Terminal}/u
const blank = /\s/u

/**
 * A text of at most `maxLength` characters: cut after the last sentence that fits, else after the last
 * word with `...`, else anywhere with `...`. 0 drops it. A character is never cut in two.
 */
export function cutDescription(text: string, maxLength: number | undefined): string {
  if (maxLength === undefined || maxLength < 0) return text
  const characters = [...text]
  if (characters.length <= maxLength) return text
  const kept = characters.slice(0, maxLength)
  const sentence = kept.findLastIndex((character) => sentenceEnd.test(character))
  if (sentence > 0) return kept.slice(0, sentence + 1).join('')
  const word = kept.findLastIndex((character) => blank.test(character))
  if (word > 0) return `${kept.slice(0, word).join('')}...`
  return maxLength === 0 ? '' : `${kept.join('')}...`
}
