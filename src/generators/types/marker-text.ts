import { renderJsonForYaml } from '../../apimachinery/json-text.ts'
import type { JsonValue } from '../../apimachinery/json.ts'

/*
 * Values as markers write them. A marker is one line, so that whatever ends a line is escaped.
 */

/** JSON on one line, in characters that every editor keeps. */
export function jsonText(value: unknown): string {
  return renderJsonForYaml(value)
}

/** A string: in double quotes, or in backticks where that saves escapes. */
export function stringText(text: string): string {
  const quoted = jsonText(text)
  if (quoted.length === text.length + 2) return quoted
  return isShownAsItIs(text) ? `\`${text}\`` : quoted
}

/** A word or a path as it stands, where it holds nothing that means something to a marker; else a string in quotes. */
export function wordText(text: string): string {
  return /^[A-Za-z.][\w.-]*$/.test(text) ? text : stringText(text)
}

/** Words of a list: `a;b`. */
export function wordListText(words: readonly string[]): string {
  return words.map(wordText).join(';')
}

/** Whether the text can stand between backticks on one line. */
function isShownAsItIs(text: string): boolean {
  return !/[`\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]/u.test(text)
}

/** Items of a list: `a;b`. */
export function listText(values: readonly JsonValue[]): string {
  return values.map(itemText).join(';')
}

/** A value of no known type: a number, a word, or a string in quotes. */
function itemText(value: JsonValue): string {
  return typeof value === 'string' ? stringText(value) : jsonText(value)
}

/** The value of `+kubebuilder:default` where a reader takes it in at a glance. */
export function scalarText(value: JsonValue): string | undefined {
  return typeof value === 'object' && value !== null ? undefined : itemText(value)
}
