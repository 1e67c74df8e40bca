/** The API server may cut a longer one by itself. */
const mostCharacters = 256

/**
 * Warnings as the API server passes them on: it drops, without a word, what holds a control character, since warnings
 * travel in a header. Those become spaces; what is too long is cut, and what is empty left out.
 */
export function cleanWarnings(warnings: readonly string[]): readonly string[] {
  return warnings.map(cleanWarning).filter((warning) => warning !== '')
}

function cleanWarning(warning: string): string {
  const text = String(warning)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  if (text.length <= mostCharacters) return text
  const characters = [...text]
  if (characters.length <= mostCharacters) return text
  return `${characters.slice(0, mostCharacters - 1).join('')}…`
}
