import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'

/*
 * The JSON paths of printer columns, scale and selectable fields, followed through a schema.
 */

/** One step of a path: a field by name, or into the items of a list. */
export type PathStep = { readonly field: string } | 'items'

/** The steps of a path; undefined where it uses more of JSONPath than fields, indices and filters. */
export function parseJsonPath(path: string): readonly PathStep[] | undefined {
  const steps: PathStep[] = []
  let rest = path
  while (rest !== '') {
    const match =
      /^\.(?<dotted>(?:[^.[\]\\]|\\.)+)/.exec(rest) ??
      /^\[(?<quote>['"])(?<quoted>.*?)\k<quote>\]/.exec(rest) ??
      /^\[(?:\d+|\*|\?\(.*?\))\]/.exec(rest)
    if (match === null) return undefined
    const field = match.groups?.['dotted']?.replace(/\\(.)/g, '$1') ?? match.groups?.['quoted']
    steps.push(field === undefined ? 'items' : { field })
    rest = rest.slice(match[0].length)
  }
  return steps
}

/** What a path leads to. */
export type PathTarget =
  | { readonly found: 'schema'; readonly schema: JSONSchemaProps; readonly inList: boolean }
  /** Below here anything may stand. */
  | { readonly found: 'anything' }
  | { readonly found: 'nothing'; readonly missing: string; readonly known: readonly string[] }

/** Follows a path from the root of a version's schema. */
export function followPath(root: JSONSchemaProps, steps: readonly PathStep[]): PathTarget {
  let schema = root
  let inList = false
  for (const [index, step] of steps.entries()) {
    if (index === 0 && isObjectMeta(step)) return { found: 'anything' }
    const next = step === 'items' ? schema.items : fieldOf(schema, step.field)
    if (next === undefined) {
      return isOpen(schema)
        ? { found: 'anything' }
        : {
            found: 'nothing',
            missing: step === 'items' ? '[…]' : step.field,
            known: Object.keys(schema.properties ?? {}),
          }
    }
    inList ||= step === 'items'
    schema = next
  }
  return { found: 'schema', schema, inList }
}

function isObjectMeta(step: PathStep): boolean {
  return step !== 'items' && step.field === 'metadata'
}

function fieldOf(schema: JSONSchemaProps, name: string): JSONSchemaProps | undefined {
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, name)) {
    return schema.properties[name]
  }
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
}

function isOpen(schema: JSONSchemaProps): boolean {
  return (
    schema['x-kubernetes-preserve-unknown-fields'] === true || schema.additionalProperties === true
  )
}
