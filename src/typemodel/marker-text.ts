import type { Comment } from './model.ts'

const markerLine = /^\s*(?:\+[A-Za-z]|@(?!deprecated|see|param|returns|internal|remarks|link)[a-z])/

/** Whether a comment holds a line that looks like a marker or a schema tag. */
export function hasMarkers(comments: readonly Comment[]): boolean {
  return comments.some(({ lines }) => lines.some(({ text }) => markerLine.test(text)))
}

const ruleLine =
  /^\s*(?:\+(?:kubebuilder:validation:(?!Optional\b|Required\b)|k8s:(?!optional\b|required\b))|@(?:minimum|maximum|exclusiveM|multipleOf|minLength|maxLength|pattern|format|minItems|maxItems))/

/** Whether a comment holds a rule for values: what must not get lost where the type is used. */
export function hasRules(comments: readonly Comment[]): boolean {
  return comments.some(({ lines }) => lines.some(({ text }) => ruleLine.test(text)))
}
