import { member } from '../apimachinery/json-members.ts'
import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import type { Marker } from '../markers/marker.ts'

/** A list argument; empty where it is absent. */
export function listValue(marker: Marker, name: string): readonly string[] {
  const value = member(marker.values, name)
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' ? [value] : []
}

export function textValue(marker: Marker, name: string): string | undefined {
  const value = member(marker.values, name)
  return typeof value === 'string' ? value : undefined
}

export function isSet(marker: Marker, name: string): boolean {
  return member(marker.values, name) === true
}

/** Where an argument's value stands, else the whole marker. */
export function valueSpan(marker: Marker, name: string): SourceSpan {
  return member(marker.valueSpans, name) ?? marker.span
}

/** Where one word of a list argument stands: the word itself where the text around it can be told. */
export function itemSpan(marker: Marker, name: string, index: number): SourceSpan {
  const span = valueSpan(marker, name)
  const items = listValue(marker, name)
  const lengthAsPlainList = items.join(';').length
  if (span.end - span.start !== lengthAsPlainList) return span
  const start = span.start + items.slice(0, index).reduce((sum, item) => sum + item.length + 1, 0)
  return { path: span.path, start, end: start + (items[index]?.length ?? 0) }
}
