import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { JsonObject } from '../../apimachinery/json.ts'
import type { Effect } from './draft.ts'
import { isObject, keywordProblem, reportUnusable } from './raw-keywords.ts'

/*
 * `+kops:schema`: keywords as they stand, laid over a finished node. Nothing of it is judged here; what
 * the API server will ask of the node is asked of the result.
 */

export const overlay: Effect = (marker, draft) => {
  const value = marker.values['']
  const problem = keywordProblem(value)
  if (problem === undefined && isObject(value)) draft.overlay = value
  else reportUnusable(marker, draft, problem)
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
