import type { Comment } from './model.ts'

const markerLine = /^\s*(?:\+[A-Za-z]|@(?!deprecated|see|param|returns|internal|remarks|link)[a-z])/

/** Whether a comment holds a line that looks like a marker or a schema tag. */
export function hasMarkers(comments: readonly Comment[]): boolean {
  return comments.some(({ lines }) => lines.some(({ text }) => markerLine.test(text)))
}
