import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { JsonObject, JsonValue } from '../../apimachinery/json.ts'
import { nearestNames } from '../../diagnostics/nearest-names.ts'
import { shownMarker, valueSpan, type Effect } from './draft.ts'

/*
 * `+kops:schema`: keywords as they stand, laid over a finished node. Nothing of it is judged here; what
 * the API server will ask of the node is asked of the result.
 */

/** Every keyword that a node may have. */
const keywords: ReadonlySet<string> = new Set(
  `additionalProperties allOf anyOf default description enum example exclusiveMaximum exclusiveMinimum
    externalDocs format items maxItems maxLength maxProperties maximum minItems minLength minProperties
    minimum multipleOf not nullable oneOf pattern properties required title type uniqueItems
    x-kubernetes-embedded-resource x-kubernetes-int-or-string x-kubernetes-list-map-keys
    x-kubernetes-list-type x-kubernetes-map-type x-kubernetes-preserve-unknown-fields
    x-kubernetes-validations`.split(/\s+/),
)

export const overlay: Effect = (marker, draft) => {
  const value = marker.values['']
  if (!isObject(value)) {
    draft.context.sink.report(
      'schema/unusable-overlay',
      { marker: shownMarker(marker), subject: draft.subject, problem: 'it is no JSON object' },
      { span: valueSpan(marker), helps: [marker.definition.example] },
    )
    return
  }
  const unknown = Object.keys(value).find((keyword) => !keywords.has(keyword))
  if (unknown === undefined) {
    draft.overlay = value
    return
  }
  draft.context.sink.report(
    'schema/unusable-overlay',
    {
      marker: shownMarker(marker),
      subject: draft.subject,
      problem: `\`${unknown}\` is no keyword of a schema`,
    },
    {
      span: valueSpan(marker),
      helps: nearestNames(unknown, [...keywords]).map((near) => `write \`${near}\``),
      notes: ['a structural schema has the keywords of JSONSchemaProps'],
    },
  )
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const laidOver = new WeakSet<JSONSchemaProps>()

/** The node with keywords laid over it. */
export function layOver(schema: JSONSchemaProps, over: JsonObject | undefined): JSONSchemaProps {
  if (over === undefined) return schema
  const kept = Object.entries({ ...schema, ...over }).filter(
    ([keyword]) => !Object.hasOwn(over, keyword) || over[keyword] !== null,
  )
  const node: JSONSchemaProps = Object.fromEntries(kept)
  laidOver.add(node)
  return node
}

/** Whether the node is as the user wrote it out, so that nothing of it may be put in other words. */
export function isLaidOver(schema: JSONSchemaProps): boolean {
  return laidOver.has(schema)
}
