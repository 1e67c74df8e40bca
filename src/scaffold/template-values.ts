import { renderYaml } from '../manifest/render-yaml.ts'
import { renderDoubleQuoted } from '../manifest/scalar.ts'

/*
 * How a value is written where a template puts it, so that no name that a person chose can end the
 * literal that it stands in. A bare `{{name}}` is for values that are harmless everywhere.
 */

/** A value that a template can print. */
export type TemplateValue = string | number | boolean

/** Letters, digits, and what names, versions and paths hold beside them: it ends no literal anywhere. */
const harmless = /^[A-Za-z0-9._/@:+^~-]*$/

/** What a bare `{{name}}` prints. A value with other characters has to say where it stands. */
export function renderPlain(value: unknown): string {
  const text = toText(value)
  if (harmless.test(text)) return text
  throw new Error(
    `the value ${JSON.stringify(text)} needs one of ts, json, yaml, shell, make, comment`,
  )
}

type Renderer = (value: unknown) => string

/** The helpers that templates may name. */
export const templateHelpers: Readonly<Record<string, Renderer>> = {
  plain: renderPlain,
  lower: (value) => renderPlain(value).toLowerCase(),
  upper: (value) => renderPlain(value).toUpperCase(),
  /** A TypeScript string, number or boolean. */
  ts: (value) => (typeof value === 'string' ? renderTypeScriptString(value) : toText(value)),
  json: (value) => JSON.stringify(toScalar(value)),
  /** A scalar of one line. */
  yaml: renderYamlScalar,
  /** One word of a POSIX shell. */
  shell: (value) => renderShellWord(toText(value)),
  /** Text in a recipe or a variable of a Makefile. */
  make: (value) => oneLine(toText(value)).replaceAll('$', '$$$$').replaceAll('#', '\\#'),
  /** Text in a block or line comment of TypeScript, or after `#`. */
  comment: (value) => oneLine(toText(value)).replaceAll('*/', '*\\/'),
}

/** Returns a TypeScript string in the style of the scaffold. */
export function renderTypeScriptString(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}

function renderYamlScalar(value: unknown): string {
  const scalar = toScalar(value)
  // Templates write lists as `[a]`, in which these end a plain scalar.
  const needsQuotes = typeof scalar === 'string' && /[\n,[\]{}]/.test(scalar)
  if (needsQuotes) return renderDoubleQuoted(scalar)
  return renderYaml(scalar).trimEnd()
}

function renderShellWord(text: string): string {
  if (text.includes('\0')) throw new Error('a shell word cannot hold a NUL')
  return text !== '' && harmless.test(text) && !text.startsWith('~')
    ? text
    : `'${text.replaceAll("'", "'\\''")}'`
}

function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- every line end and control character is meant
  return text.replaceAll(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ')
}

function toScalar(value: unknown): TemplateValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value
  }
  throw new Error(
    `a template cannot print a value of type ${value === null ? 'null' : typeof value}`,
  )
}

function toText(value: unknown): string {
  return String(toScalar(value))
}
