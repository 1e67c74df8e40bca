import type {
  CustomResourceDefinition,
  JSONSchemaProps,
} from '../../src/apimachinery/custom-resource-definition.ts'
import type { JsonObject, JsonValue } from '../../src/apimachinery/json.ts'
import { StatusError, type RestClient } from '../../src/testing/index.ts'
import { isJsonObject, toJson } from '../oracle/to-json.ts'
import { group } from './random-kinds.ts'

/*
 * Schemas that lack one keyword. Many stand side by side as fields of one definition's spec.
 */

/** A schema without one of its keywords. */
export interface Mutant {
  readonly schema: JSONSchemaProps
  /** Of the keyword, from the schema on. */
  readonly path: string
}

/** Mutants that a definition has as fields of its spec. */
export interface Host<M extends Mutant> {
  readonly kind: string
  readonly definition: CustomResourceDefinition
  readonly mutants: readonly { readonly field: string; readonly mutant: M }[]
}

/** Keywords whose absence no object can show, and why. */
export const silentKeywords: Readonly<Record<string, string>> = {
  description: 'is for readers',
  title: 'is for readers',
  type: 'a schema without is refused',
  properties: 'a field is no keyword',
  items: 'a list without is refused',
  additionalProperties: 'a map without is an object without fields',
  'x-kubernetes-map-type': 'says how objects are merged',
}

/** The schema without each keyword that decides which objects are taken. */
export function mutantsOf(schema: JSONSchemaProps): Mutant[] {
  const value = toJson(schema)
  return listKeywords(value, []).map((path) => ({
    schema: without(value, path) as JSONSchemaProps,
    path: path.join('.'),
  }))
}

function listKeywords(schema: JsonValue | undefined, path: readonly string[]): string[][] {
  if (!isJsonObject(schema)) return []
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const own = [...path, keyword]
    if (keyword === 'properties' && isJsonObject(value)) {
      return Object.entries(value)
        .filter(([name]) => !isDiscriminator(schema, name))
        .flatMap(([name, property]) => listKeywords(property, [...own, name]))
    }
    if (keyword === 'items' || keyword === 'additionalProperties') return listKeywords(value, own)
    return keyword in silentKeywords || isRepeated(keyword, schema) ? [] : [own]
  })
}

/** The branches of a `oneOf` name its values once more: its own enum is for readers. */
function isDiscriminator(schema: JsonObject, name: string): boolean {
  return name === 'kind' && 'oneOf' in schema
}

/** What the server does not hold a value against, or what another keyword beside it says as well. */
function isRepeated(keyword: string, schema: JsonObject): boolean {
  return silentBeside.some((each) => each.keyword === keyword && each.isSilent(schema))
}

/** Keywords whose absence shows in most schemas, but not in these. */
export const silentBeside: readonly {
  readonly keyword: string
  readonly why: string
  readonly isSilent: (schema: JsonObject) => boolean
}[] = [
  {
    keyword: 'anyOf',
    why: 'of an int-or-string repeats that keyword',
    isSilent: (schema) => 'x-kubernetes-int-or-string' in schema,
  },
  {
    keyword: 'x-kubernetes-list-type',
    why: 'atomic says how lists are merged',
    isSilent: (schema) => schema['x-kubernetes-list-type'] === 'atomic',
  },
  {
    keyword: 'format',
    why: 'beside both bounds adds nothing',
    isSilent: (schema) => 'minimum' in schema && 'maximum' in schema,
  },
  {
    keyword: 'format',
    why: 'double, float or int64 refuses nothing that the type takes',
    isSilent: ({ format }) => format === 'double' || format === 'float' || format === 'int64',
  },
]

function without(value: JsonValue, [step = '', ...rest]: readonly string[]): JsonValue {
  if (Array.isArray(value)) {
    return value.map((item: JsonValue, index) =>
      String(index) === step ? without(item, rest) : item,
    )
  }
  if (!isJsonObject(value)) return value
  const { [step]: found, ...others } = value
  if (rest.length === 0 || found === undefined) return others
  return { ...others, [step]: without(found, rest) }
}

const mutantsPerHost = 40

/**
 * Puts mutants into definitions that the server takes. One that it refuses is found out before any object
 * is sent, and left out.
 */
export async function hostMutants<M extends Mutant>(
  client: RestClient,
  mutants: readonly M[],
): Promise<Host<M>[]> {
  const hosts: Host<M>[] = []
  for (let start = 0; start < mutants.length; start += mutantsPerHost) {
    hosts.push(...(await hostLegal(client, mutants.slice(start, start + mutantsPerHost), start)))
  }
  return hosts
}

/** Halves what the server refuses until the mutants that it refuses stand alone. */
async function hostLegal<M extends Mutant>(
  client: RestClient,
  mutants: readonly M[],
  number: number,
): Promise<Host<M>[]> {
  const host = hostOf(mutants, number)
  if (await isTaken(client, host.definition)) return [host]
  if (mutants.length === 1) return []
  const middle = Math.ceil(mutants.length / 2)
  return [
    ...(await hostLegal(client, mutants.slice(0, middle), number)),
    ...(await hostLegal(client, mutants.slice(middle), number + middle)),
  ]
}

async function isTaken(client: RestClient, definition: CustomResourceDefinition): Promise<boolean> {
  try {
    await client.apply(definition, { dryRun: true })
    return true
  } catch (error) {
    if (error instanceof StatusError && error.reason === 'Invalid') return false
    throw error
  }
}

function hostOf<M extends Mutant>(all: readonly M[], number: number): Host<M> {
  const mutants = all.map((mutant, index) => ({ field: `m${index}`, mutant }))
  const properties = Object.fromEntries(mutants.map(({ field, mutant }) => [field, mutant.schema]))
  const [kind, plural] = [`Mutant${number}`, `mutant${number}s`]
  const root: JSONSchemaProps = {
    type: 'object',
    properties: { spec: { type: 'object', properties } },
  }
  const definition: CustomResourceDefinition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      names: { kind, listKind: `${kind}List`, plural, singular: plural.slice(0, -1) },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: root } }],
    },
  }
  return { kind, definition, mutants }
}
