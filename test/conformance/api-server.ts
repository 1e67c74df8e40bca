import type { JsonObject, JsonValue } from '../../src/apimachinery/json.ts'
import { parseJson } from '../../src/apimachinery/json-text.ts'
import { isObject, textOf } from '../../src/generators/import/crd-place.ts'
import type { RestClient } from '../../src/testing/rest-client.ts'
import { firstDifference } from './first-difference.ts'

/** What the API server says of a file and of what became of it. */
export interface Judgement {
  /** Whether it takes the definitions as they stand in the file. */
  readonly isValid: boolean
  /** Why it does not, or why what came back is not the same to it; empty where all is well. */
  readonly detail: string
}

const path =
  '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All&fieldValidation=Strict'

/** Sends both in a dry run and compares what the server makes of them, with all that it fills in. */
export async function judge(
  client: RestClient,
  { original, regenerated }: { original: readonly string[]; regenerated: readonly string[] },
): Promise<Judgement> {
  const before = await sendAll(client, original)
  if (typeof before === 'string') return { isValid: false, detail: before }
  const after = await sendAll(client, regenerated)
  if (typeof after === 'string') return { isValid: true, detail: `refused: ${after}` }
  for (const [name, crd] of before) {
    const difference = firstDifference(crd, after.get(name))
    if (difference !== undefined) return { isValid: true, detail: difference }
  }
  return { isValid: true, detail: '' }
}

/** What the server would keep of each, or its first refusal. */
async function sendAll(
  client: RestClient,
  texts: readonly string[],
): Promise<ReadonlyMap<string, JsonObject> | string> {
  const kept = new Map<string, JsonObject>()
  for (const body of texts) {
    const answer = await client.raw({ method: 'POST', path, body })
    // The server answers JSON, refusals among it.
    const value = parseJson(answer.body) as JsonValue
    if (!isObject(value) || answer.status !== 201) return refusalOf(value)
    const { metadata, spec } = value
    const { name, labels = {}, annotations = {} } = isObject(metadata) ? metadata : {}
    kept.set(textOf(name), { labels, annotations, spec: spec ?? {} })
  }
  return kept
}

function refusalOf(value: JsonValue): string {
  const message = isObject(value) ? value['message'] : undefined
  return typeof message === 'string' ? message.slice(0, 300) : 'the server gave no reason'
}
