import { isDeepStrictEqual } from 'node:util'
import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { JsonValue } from '../../apimachinery/json.ts'
import type { DeclaredText } from './declared-text.ts'
import { itemMarkersOf, markersOf, type MarkedPlace } from './keyword-markers.ts'
import { jsonText } from './marker-text.ts'

/*
 * What a node says beyond its type: the description, the markers of the keywords, and an overlay for
 * what no marker says.
 */

type Keyword = keyof JSONSchemaProps

export function sayDifference(place: MarkedPlace): DeclaredText {
  const { schema, base } = place
  const markers: string[] = []
  const overlay: Record<string, JsonValue> = {}
  for (const [keyword, value] of differences(schema, base)) {
    if (keyword === 'description' && value !== undefined) continue
    const said = value === undefined ? undefined : markersOf(keyword, value, place)
    if (said === undefined) overlay[keyword] = value ?? null
    else markers.push(...said)
  }
  if (Object.keys(overlay).length > 0) markers.push(`kops:schema=${jsonText(overlay)}`)
  return {
    description: schema.description === base.description ? undefined : schema.description,
    markers,
  }
}

/** The markers that say it of the items of a list; `undefined` where they cannot say all. */
export function sayOfItems(schema: JSONSchemaProps, base: JSONSchemaProps): string[] | undefined {
  const markers: string[] = []
  for (const [keyword, value] of differences(schema, base)) {
    const place: MarkedPlace = { schema, base, target: 'field' }
    const said = value === undefined ? undefined : itemMarkersOf(keyword, value, place)
    if (said === undefined) return undefined
    markers.push(...said)
  }
  return markers
}

/** By name, but the sort of a list before its keys, as people write them. */
function placeOf(keyword: Keyword): string {
  return keyword === 'x-kubernetes-list-map-keys' ? 'x-kubernetes-list-type-keys' : keyword
}

/** The keywords that the two say otherwise, in a fixed order, with what the first says. */
function differences(
  schema: JSONSchemaProps,
  base: JSONSchemaProps,
): [Keyword, JsonValue | undefined][] {
  const keywords = new Set([...Object.keys(schema), ...Object.keys(base)]) as Set<Keyword>
  return [...keywords]
    .toSorted((left, right) => (placeOf(left) < placeOf(right) ? -1 : 1))
    .filter((keyword) => !isDeepStrictEqual(schema[keyword], base[keyword]))
    .map((keyword) => [keyword, schema[keyword] as JsonValue | undefined])
}
