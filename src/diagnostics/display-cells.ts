import { escapeCharacter } from '../apimachinery/terminal-text.ts'

/** One character as a terminal shows it. */
export interface DisplayCell {
  /** What to print: a tab as blanks, what a terminal would obey or hide as an escape. */
  readonly shown: string
  readonly width: number
  /** Offset in the line of the character that it shows. */
  readonly start: number
  readonly length: number
}

const tabWidth = 4
const asciiOnly = /^[\x20-\x7E]*$/
const unprintable = /^[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u
const narrow = /^[\uFF61-\uFFDC]/
const wide =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303E\uFF01-\uFF60\uFFE0-\uFFE6]|\uFE0F/u

/**
 * Splits a line into what a terminal shows: characters with their accents, joined emoji, wide letters.
 * Control characters and marks that turn the direction of text are not passed on to the terminal.
 */
export function displayCells(line: string): readonly DisplayCell[] {
  if (asciiOnly.test(line)) {
    return Array.from(line, (shown, start) => ({ shown, width: 1, start, length: 1 }))
  }
  const segments = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line)
  return Array.from(segments, ({ segment, index }) => ({
    ...show(segment),
    start: index,
    length: segment.length,
  }))
}

function show(character: string): { readonly shown: string; readonly width: number } {
  if (character === '\t') return { shown: ' '.repeat(tabWidth), width: tabWidth }
  if (character === '\uFEFF') return { shown: '', width: 0 }
  if (unprintable.test(character)) {
    const shown = escapeCharacter(character)
    return { shown, width: shown.length }
  }
  return { shown: character, width: wide.test(character) && !narrow.test(character) ? 2 : 1 }
}

/** How many columns a run of cells takes. */
export function displayWidth(cells: readonly DisplayCell[]): number {
  return cells.reduce((sum, { width }) => sum + width, 0)
}
