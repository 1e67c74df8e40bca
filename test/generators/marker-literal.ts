import type { JsonValue } from '../../src/apimachinery/json.ts'
import type { Marker } from '../../src/markers/marker.ts'
import { findMarker } from '../../src/markers/definitions.ts'

/** A marker of the table with the given values, as the parser would give it. */
export function marker(name: string, values: Readonly<Record<string, JsonValue>>): Marker {
  const definition = findMarker(name)
  if (definition === undefined) throw new Error(`no marker ${name}`)
  const span = { path: 'src/main.ts', start: 0, end: 10 }
  return { definition, written: name, target: 'package', values, valueSpans: {}, span }
}
