import { compareVersionPriority } from '../../src/apimachinery/api-version.ts'
import type { JsonObject, JsonValue } from '../../src/apimachinery/json.ts'
import { isJsonObject } from './to-json.ts'

/** The custom resource definition with its versions in Kubernetes' order of priority. */
export function sortVersions(value: JsonValue): JsonValue {
  if (!isJsonObject(value) || !isJsonObject(value['spec'])) return value
  const { versions } = value['spec']
  if (!Array.isArray(versions)) return value
  const sorted = versions
    .filter(isJsonObject)
    .sort((left, right) => compareVersionPriority(nameOf(left), nameOf(right)))
  return { ...value, spec: { ...value['spec'], versions: sorted } }
}

function nameOf({ name }: JsonObject): string {
  return typeof name === 'string' ? name : ''
}
