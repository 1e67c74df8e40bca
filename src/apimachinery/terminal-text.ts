/*
 * Text of strangers as a terminal may show it. Control characters would move the cursor, change colors or forge lines;
 * marks of direction would turn text around; both are shown as escapes. All output for people goes through here.
 */

/** Controls but the tab and the line feed, surrogates without a partner, and what has no form of its own; joiners of emoji and scripts excepted. */
const unsafe = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

const mayBeUnsafe = /[^\t\n\x20-\x7e]/

/** Returns the text with everything but line feeds and tabs escaped that a terminal would obey or hide. */
export function showText(text: string): string {
  return mayBeUnsafe.test(text) ? text.replaceAll(unsafe, escapeCharacter) : text
}

/** Returns the text on one line: line feeds and tabs are escaped too. */
export function showLine(text: string): string {
  const shown = showText(text)
  return /[\t\n]/.test(shown)
    ? shown.replaceAll('\n', String.raw`\n`).replaceAll('\t', String.raw`\t`)
    : shown
}

/** `\r`, `\u001b`, `\u202e`: escapes as JSON has them, so that JSON stays JSON with the same values. */
export function escapeCharacter(character: string): string {
  if (character === '\r') return String.raw`\r`
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('')
}
