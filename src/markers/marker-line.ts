import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import type { CommentLine } from '../typemodel/model.ts'

/** A marker as it stands in a comment: `+name` and the rest of its line. */
export interface MarkerLine {
  /** From `+` to the last character that is no blank. */
  readonly text: string
  readonly span: SourceSpan
}

/** The marker in a line of a comment. `+ item` and `+1` are text. */
export function findMarkerLine({ text, span }: CommentLine): MarkerLine | undefined {
  const start = text.search(/\S/)
  if (!/^\+[A-Za-z]/.test(text.slice(start, start + 2))) return undefined
  const marker = text.slice(start).trimEnd()
  return { text: marker, span: partOf(span, start, start + marker.length) }
}

/** The span of a part of a text on one line, by offsets into the text. */
export function partOf({ path, start }: SourceSpan, from: number, to: number): SourceSpan {
  return { path, start: start + from, end: start + to }
}
