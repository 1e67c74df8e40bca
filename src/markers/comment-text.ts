import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import type { Comment, CommentLine } from '../typemodel/model.ts'

/** The lines of a comment as one text, joined by line feeds, with the way back to the file. */
export interface CommentText {
  readonly text: string
  /** The place of a part of the text in the file. */
  readonly spanOf: (start: number, end: number) => SourceSpan
}

const lineTerminator = /\r\n|[\n\r\u2028\u2029]/

/** Joins lines. A terminator of any form inside a line counts as a line feed. */
export function joinLines(lines: readonly CommentLine[]): CommentText {
  const parts = lines.flatMap(splitLine)
  const offsets: number[] = []
  let length = 0
  for (const { text } of parts) {
    offsets.push(length)
    length += text.length + 1
  }
  const locate = (offset: number): number => {
    let index = offsets.findLastIndex((each) => each <= offset)
    index = Math.max(index, 0)
    return (parts[index]?.span.start ?? 0) + offset - (offsets[index] ?? 0)
  }
  return {
    text: parts.map(({ text }) => text).join('\n'),
    spanOf: (start, end) => ({
      path: parts[0]?.span.path ?? '',
      start: locate(start),
      end: locate(end),
    }),
  }
}

function splitLine(line: CommentLine): CommentLine[] {
  const { text, span } = line
  if (!lineTerminator.test(text)) return [line]
  const parts: CommentLine[] = []
  let start = 0
  for (const part of text.split(new RegExp(`(${lineTerminator.source})`))) {
    if (!lineTerminator.test(part)) {
      const from = span.start + start
      parts.push({ text: part, span: { path: span.path, start: from, end: from + part.length } })
    }
    start += part.length
  }
  return parts
}

/** The lines of a comment, also where a line holds a terminator that the reader did not split at. */
export function linesOf(comment: Comment): CommentLine[] {
  return comment.lines.flatMap(splitLine)
}
