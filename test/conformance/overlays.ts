import type { JsonObject, JsonValue } from '../../src/apimachinery/json.ts'
import type { Artefact } from '../../src/generators/generator.ts'
import { isObject } from '../../src/generators/import/crd-place.ts'

/** A line with the marker that says in JSON what kops has no word for. */
const overlayLine = /^[ \t]*\/\/ \+kops:schema\b.*\n/gm

/** The same, and the markers that say the conditions of a schema in JSON. */
const jsonLine = /^[ \t]*\/\/ \+kops:(?:schema|oneOf|anyOf|allOf|not)\b.*\n/gm

type Source = Pick<Artefact, 'path' | 'content'>

export function countOverlays(files: readonly Source[]): number {
  return files.reduce((sum, { content }) => sum + (content.match(overlayLine)?.length ?? 0), 0)
}

export function withoutOverlays(files: readonly Source[]): Source[] {
  return files.map(({ path, content }) => ({ path, content: content.replace(overlayLine, '') }))
}

/** Without any JSON that stands for a part of a schema: stricter than the goal. */
export function withoutJson(files: readonly Source[]): Source[] {
  return files.map(({ path, content }) => ({ path, content: content.replace(jsonLine, '') }))
}

/** How many schemas a definition has: its roots, and every field, item and value of a map below them. */
export function countNodes({ spec }: JsonObject): number {
  const versions = isObject(spec) && Array.isArray(spec['versions']) ? spec['versions'] : []
  return versions.reduce<number>((sum, version: JsonValue) => {
    const schema = isObject(version) ? version['schema'] : undefined
    const root = isObject(schema) ? schema['openAPIV3Schema'] : undefined
    return sum + (isObject(root) ? countSchemas(root) : 0)
  }, 0)
}

function countSchemas({ properties, items, additionalProperties }: JsonObject): number {
  const children = [
    ...(isObject(properties) ? Object.values(properties) : []),
    ...(items === undefined ? [] : [items]),
    ...(additionalProperties === undefined ? [] : [additionalProperties]),
  ]
  return children.reduce<number>(
    (sum, child: JsonValue) => sum + (isObject(child) ? countSchemas(child) : 0),
    1,
  )
}
