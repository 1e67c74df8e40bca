import type { CustomResourceDefinition } from '../apimachinery/custom-resource-definition.ts'
import type { JsonValue } from '../apimachinery/json.ts'
import { renderYaml } from '../manifest/render-yaml.ts'

/** The name of a CRD's file: `<group>_<plural>.yaml`. */
export function crdFileName({ spec }: CustomResourceDefinition): string {
  return `${spec.group}_${spec.names.plural}.yaml`
}

/** The file of a CRD. `header` is comment lines, each ending in a line feed. */
export function renderCrd(crd: CustomResourceDefinition, header = ''): string {
  return `${header}---\n${renderYaml(toJson(crd))}`
}

/** A CRD holds plain JSON; TypeScript does not see an interface as one. */
function toJson(crd: CustomResourceDefinition): JsonValue {
  return crd as unknown as JsonValue
}
