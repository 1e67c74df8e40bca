import { isDeepStrictEqual } from 'node:util'
import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { packageFacts } from '../../kubernetes/facts.ts'
import { librarySchema } from '../../kubernetes/library.ts'
import type { LibraryName } from './type-expression.ts'
import type { PlannedNode } from './planned-type.ts'

/*
 * Kubernetes' own types, recognised where the schema that kops gives for one is the schema at hand.
 */

/** The packages whose types people embed, the most likely first. */
const packages = ['meta/v1', 'core/v1', 'apps/v1', 'networking/v1', 'rbac/v1', 'autoscaling/v2', 'batch/v1'] // prettier-ignore

let byFields: Map<string, LibraryName[]> | undefined

/** The type that the schema is, with its own description or the field's. */
export function matchLibraryType(
  schema: JSONSchemaProps,
): Pick<PlannedNode, 'type' | 'base'> | undefined {
  if (schema.type !== 'object' || schema.properties === undefined) return undefined
  byFields ??= indexTypes()
  const candidates = byFields.get(Object.keys(schema.properties).toSorted().join())
  for (const library of candidates ?? []) {
    const base = librarySchema(library, { embeddedMetadata: false, descriptions: true })
    if (base !== undefined && isWithin(schema, base)) {
      return { type: { kind: 'library', library }, base }
    }
  }
  return undefined
}

/** Whether the field can say the rest: its own words, a default, null. */
function isWithin(schema: JSONSchemaProps, base: JSONSchemaProps): boolean {
  const { description, default: _, nullable: _null, title: _title, ...rest } = schema
  const { description: own, ...others } = base
  return (description !== undefined || own === undefined) && isDeepStrictEqual(rest, others)
}

/** Types by the names of their fields. */
function indexTypes(): Map<string, LibraryName[]> {
  const index = new Map<string, LibraryName[]>()
  for (const name of packages) {
    for (const [type, fact] of Object.entries(packageFacts(name).types)) {
      if (fact.properties === undefined) continue
      const key = Object.keys(fact.properties).toSorted().join()
      const module = isOfEntry(name, type) ? 'kops' : `kops/kubernetes/${name}`
      index.set(key, [...(index.get(key) ?? []), { module, name: type }])
    }
  }
  return index
}

const entryTypes: ReadonlySet<string> = new Set([
  'Condition',
  'LabelSelector',
  'LabelSelectorRequirement',
  'ObjectMeta',
  'OwnerReference',
])

function isOfEntry(name: string, type: string): boolean {
  return name === 'meta/v1' && entryTypes.has(type)
}
