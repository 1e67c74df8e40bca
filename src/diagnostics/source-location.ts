import type { SourceSpan } from './diagnostic.ts'

/** A place as editors count it: both numbers from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** A span as people read it. Without the file's text only the path is known. */
export interface SourceLocation {
  readonly path: string
  readonly start?: Position
  readonly end?: Position
}

/** One line of a text: its offsets, and its text without the line break. */
export interface SourceLine {
  readonly number: number
  readonly start: number
  readonly text: string
}

/** How a renderer gets at the text of the files that diagnostics point into. */
export type ReadText = (path: string) => string | undefined

const lineBreak = /\r\n|\n|\r/g
const byteOrderMark = '\uFEFF'

/** The lines of a text. A line break at the end is followed by one more, empty line. */
export function splitLines(text: string): readonly SourceLine[] {
  const ends = [...text.matchAll(lineBreak)]
  const starts = [0, ...ends.map((match) => match.index + match[0].length)]
  return starts.map((start, index) => {
    const end = ends[index]?.index ?? text.length
    return { number: index + 1, start, text: text.slice(start, end) }
  })
}

/** The line that holds an offset; an offset within a line break belongs to the line it ends. */
export function lineAt(lines: readonly SourceLine[], offset: number): SourceLine {
  const found = lines.findLast(({ start }) => start <= offset)
  return found ?? { number: 1, start: 0, text: '' }
}

/** Where a span is, for a reader. A span that reaches past the text is cut to it. */
export function locate({ path, start, end }: SourceSpan, readText: ReadText): SourceLocation {
  const text = readText(path)
  if (text === undefined) return { path }
  const lines = splitLines(text)
  return {
    path,
    start: positionAt(lines, start),
    end: positionAt(lines, Math.max(start, end)),
  }
}

function positionAt(lines: readonly SourceLine[], offset: number): Position {
  const { number, start, text } = lineAt(lines, offset)
  const hidden = number === 1 && text.startsWith(byteOrderMark) ? 1 : 0
  const column = Math.min(Math.max(offset - start, hidden), text.length) - hidden + 1
  return { line: number, column }
}
