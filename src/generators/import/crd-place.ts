import type { JsonValue } from '../../apimachinery/json.ts'
import { renderJson } from '../../apimachinery/json-text.ts'
import { keysOf, type Path } from '../../apimachinery/value-path.ts'
import type { SourceSpan } from '../../diagnostics/diagnostic.ts'
import type { DiagnosticSink } from '../../diagnostics/sink.ts'

export { keysOf, within, type Path } from '../../apimachinery/value-path.ts'

/** A path as the API server writes it: `spec.versions[0].name`, `properties[a b]`. */
export function fieldName(path: Path | undefined): string {
  const keys = keysOf(path)
  const text = keys.map((key, index) => {
    const isName = typeof key === 'string' && !namesAreKeys.has(String(keys[index - 1]))
    return isName ? `${index > 0 ? '.' : ''}${key}` : `[${key}]`
  })
  return text.join('')
}

/** Maps whose keys someone chose. */
const namesAreKeys: ReadonlySet<string> = new Set(['properties', 'annotations', 'labels'])

/** One CRD as it stands in a text, and where its problems go. */
export interface CrdPlace {
  /** The name that messages give to where the text is from. */
  readonly source: string
  /** The place of a value, or of the nearest one around it. `key` points at the name in front of the value. */
  readonly spanOf: (path: Path | undefined, part?: 'key' | 'value') => SourceSpan
  readonly sink: DiagnosticSink
}

/** What a message calls a value of the wrong type. */
export function describeJson(value: JsonValue): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'string') return 'a string'
  if (typeof value === 'boolean') return 'a boolean'
  return typeof value === 'bigint' || Number.isInteger(value) ? 'an integer' : 'a number'
}

export function isObject(
  value: JsonValue | undefined,
): value is { readonly [name: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The text of a value that has to be one; empty where it is not there. */
export function textOf(value: JsonValue | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : renderJson(value)
}
