import type { JsonValue } from '../apimachinery/json.ts'
import { renderYamlDocuments } from '../manifest/render-yaml.ts'

/** A file of several objects. `header` is comment lines, each ending in a line feed. */
export function renderManifests(objects: readonly JsonValue[], header = ''): string {
  return header + renderYamlDocuments(objects)
}
