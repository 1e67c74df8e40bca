import type { JsonObject, JsonValue } from '../../apimachinery/json.ts'
import { nearestNames } from '../../diagnostics/nearest-names.ts'
import type { Marker } from '../../markers/marker.ts'
import { shownMarker, valueSpan, type Draft } from './draft.ts'

/** Every keyword that a node may have. */
const keywords: ReadonlySet<string> = new Set(
  `additionalProperties allOf anyOf default description enum example exclusiveMaximum exclusiveMinimum
    externalDocs format items maxItems maxLength maxProperties maximum minItems minLength minProperties
    minimum multipleOf not nullable oneOf pattern properties required title type uniqueItems
    x-kubernetes-embedded-resource x-kubernetes-int-or-string x-kubernetes-list-map-keys
    x-kubernetes-list-type x-kubernetes-map-type x-kubernetes-preserve-unknown-fields
    x-kubernetes-validations`.split(/\s+/),
)

/** Why JSON in a marker cannot be part of a schema, and what to write instead. */
export interface KeywordProblem {
  readonly problem: string
  readonly helps: readonly string[]
}

export function keywordProblem(value: JsonValue | undefined): KeywordProblem | undefined {
  if (!isObject(value)) return { problem: 'it is no JSON object', helps: [] }
  const unknown = Object.keys(value).find((keyword) => !keywords.has(keyword))
  if (unknown === undefined) return undefined
  return {
    problem: `\`${unknown}\` is no keyword of a schema`,
    helps: nearestNames(unknown, [...keywords]).map((near) => `write \`${near}\``),
  }
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function reportUnusable(
  marker: Marker,
  { context, subject }: Draft,
  { problem, helps }: KeywordProblem = { problem: 'it is no JSON list', helps: [] },
): void {
  context.sink.report(
    'schema/unusable-overlay',
    { marker: shownMarker(marker), subject, problem },
    {
      span: valueSpan(marker),
      notes: ['its keywords are those of JSONSchemaProps'],
      helps: helps.length > 0 ? helps : [`for example ${marker.definition.example}`],
    },
  )
}
