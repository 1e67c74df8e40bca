import { isDeepStrictEqual } from 'node:util'
import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { DiagnosticSink } from '../../diagnostics/sink.ts'
import { createSchemaContext } from '../../schema/build-schema.ts'
import { buildObjectUnion } from '../../schema/types/object-unions.ts'

/*
 * Choices between fields as unions of object types. Which fields belong to which branch is guessed from
 * what the branches require and refuse; the guess holds where kops makes the very same choice of it.
 */

/** The branches of an object as objects of their own. */
export interface ObjectBranches {
  /** The fields that every branch has, as it has them. */
  readonly common: JSONSchemaProps
  readonly branches: readonly JSONSchemaProps[]
  /** What a union of the branches says by itself. */
  readonly base: JSONSchemaProps
}

/** The branches of a choice; `undefined` where no union says it. */
export function branchesOf(schema: JSONSchemaProps): ObjectBranches | undefined {
  const { oneOf, properties, additionalProperties } = schema
  if (oneOf === undefined || oneOf.length < 2 || properties === undefined) return undefined
  if (additionalProperties !== undefined || schema.type !== 'object') return undefined
  const demands = oneOf.map(demandOf)
  if (!demands.every((demand) => demand !== undefined)) return undefined
  const owned = demands.map((demand) => ownedFields(demand, { demands, properties }))
  const branches = owned.map((names, index) =>
    pickFields(schema, names, demands[index]?.required ?? []),
  )
  const base = predict(branches)
  if (base === undefined || !saysSame(base, schema)) return undefined
  const shared = Object.keys(properties).filter((name) =>
    owned.every((names, index) => {
      const isRequired = (at: number): boolean => demands[at]?.required.includes(name) === true
      return names.includes(name) && isRequired(index) === isRequired(0)
    }),
  )
  return { common: pickFields(schema, shared, demands[0]?.required ?? []), branches, base }
}

/** What a branch requires beside what all do, and which fields it refuses. */
interface Demand {
  readonly required: readonly string[]
  readonly refused: readonly string[]
}

function demandOf({ required = [], not, ...others }: JSONSchemaProps): Demand | undefined {
  if (Object.keys(others).length > 0 || required.length === 0) return undefined
  const refusals = not === undefined ? [] : (not.anyOf ?? [not])
  const refused = refusals.map((each) => each.required ?? [])
  const isPlain = refusals.every((each) => Object.keys(each).join() === 'required')
  if (!isPlain || refused.some((names) => names.length !== 1)) return undefined
  return { required, refused: refused.flat() }
}

/** All fields but those that the branch refuses; what another one requires is refused in silence. */
function ownedFields(
  { required, refused }: Demand,
  {
    demands,
    properties,
  }: { demands: readonly Demand[]; properties: Readonly<Record<string, JSONSchemaProps>> },
): string[] {
  const foreign = new Set([...refused, ...demands.flatMap((demand) => demand.required)])
  return Object.keys(properties)
    .filter((name) => required.includes(name) || !foreign.has(name))
    .toSorted()
}

function pickFields(
  { properties = {}, required = [] }: JSONSchemaProps,
  names: readonly string[],
  demanded: readonly string[],
): JSONSchemaProps {
  const fields = Object.entries(properties).filter(([name]) => names.includes(name))
  const needed = names.filter((name) => required.includes(name) || demanded.includes(name))
  return {
    type: 'object',
    ...(fields.length === 0 ? {} : { properties: Object.fromEntries(fields) }),
    ...(needed.length === 0 ? {} : { required: needed }),
  }
}

const span = { path: '', start: 0, end: 0 }

/** What kops makes of a union of the branches; `undefined` where it takes none. */
function predict(branches: readonly JSONSchemaProps[]): JSONSchemaProps | undefined {
  const sink = new DiagnosticSink()
  const settings = { insideProject: false, embeddedMetadata: false, foreignPrefixes: [] }
  const context = createSchemaContext(sink, settings, () => undefined)
  const type = { kind: 'union', members: [], span } as const
  const site = { subject: '', path: '' }
  const schema = buildObjectUnion(branches, { type, context, site })
  return sink.diagnostics.length === 0 ? schema : undefined
}

/** Whether the union has the fields and the choice of the schema. */
function saysSame(base: JSONSchemaProps, schema: JSONSchemaProps): boolean {
  return (['properties', 'required', 'oneOf'] as const).every((keyword) =>
    isDeepStrictEqual(base[keyword], schema[keyword]),
  )
}
