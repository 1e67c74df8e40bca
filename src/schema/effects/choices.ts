import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { JsonObject } from '../../apimachinery/json.ts'
import { listOf, say, type Effect } from './draft.ts'
import { isObject, keywordProblem, reportUnusable } from './raw-keywords.ts'

/*
 * Choices that no union of types says: `+kops:oneOf` and its like, each with its branches as JSON.
 */

/** A quantifier over branches. */
export function choice(keyword: 'oneOf' | 'anyOf' | 'allOf'): Effect {
  return (marker, draft) => {
    const branches = listOf(marker)
    if (branches === undefined || branches.length === 0) {
      reportUnusable(marker, draft)
      return
    }
    const problem = branches.map(keywordProblem).find((each) => each !== undefined)
    if (problem === undefined) {
      say(draft, marker, { [keyword]: branches.filter(isObject).map(toSchema) })
    } else reportUnusable(marker, draft, problem)
  }
}

export const refusal: Effect = (marker, draft) => {
  const value = marker.values['']
  const problem = keywordProblem(value)
  if (problem === undefined && isObject(value)) say(draft, marker, { not: toSchema(value) })
  else reportUnusable(marker, draft, problem)
}

/** Keywords that were looked at by name; what they hold is judged with the finished schema. */
function toSchema(value: JsonObject): JSONSchemaProps {
  return value as unknown as JSONSchemaProps
}
