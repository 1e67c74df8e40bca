import { isDeepStrictEqual } from 'node:util'
import { member } from '../../apimachinery/json-members.ts'
import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { JsonValue } from '../../apimachinery/json.ts'
import type { UnionSite } from './unions.ts'
import { structureOf, textsOf, valueValidationsOf, withoutTexts } from './value-validations.ts'

/** A field of a union of objects: what it is in all branches, and what each branch demands of it. */
export interface MergedProperty {
  readonly name: string
  readonly schema: JSONSchemaProps
  /** By branch: undefined where the branch has no such field. */
  readonly demands: readonly (JSONSchemaProps | undefined)[]
}

/** Lifts the fields of all branches into one object; undefined where they cannot share it. */
export function mergeBranchProperties(
  branches: readonly JSONSchemaProps[],
  union: UnionSite,
): readonly MergedProperty[] | undefined {
  const names = [...new Set(branches.flatMap((branch) => Object.keys(branch.properties ?? {})))]
  const merged = names.map((name) => mergeProperty(name, branches, union))
  return merged.every((each) => each !== undefined) ? merged : undefined
}

function mergeProperty(
  name: string,
  branches: readonly JSONSchemaProps[],
  union: UnionSite,
): MergedProperty | undefined {
  const own = branches.map((branch) => member(branch.properties, name))
  const present = own.filter((schema) => schema !== undefined)
  const [first] = present
  if (first === undefined) return undefined
  const other = present.find((schema) => !haveOneStructure(schema, first))
  const isForeign = present.length < branches.length
  if (isForeign && first.default !== undefined) return reportDefault(name, first, union)
  if (other !== undefined) {
    return present.every(hasFieldsOnly)
      ? mergeObjects(name, own, union)
      : reportConflict(name, [first, other], union)
  }
  const areEqual = present.every((schema) =>
    isDeepStrictEqual(valueValidationsOf(schema), valueValidationsOf(first)),
  )
  const demands = own.map((schema) =>
    schema === undefined ? undefined : areEqual ? {} : valueValidationsOf(schema),
  )
  const texts = present.map(textsOf).find((each) => Object.keys(each).length > 0)
  const validations = areEqual ? valueValidationsOf(first) : commonEnum(present)
  const schema = union.context.origins.continue(first, {
    ...structureOf(first),
    ...validations,
    ...texts,
  })
  return { name, schema, demands }
}

/** Objects that say nothing of themselves but their fields can be merged in turn. */
function hasFieldsOnly(schema: JSONSchemaProps): boolean {
  return Object.keys(structureOf(schema)).every((each) => each === 'type' || each === 'properties')
    ? schema.type === 'object' && schema.properties !== undefined
    : false
}

/** A field that is another object in each branch: its fields are lifted as those of the union are. */
function mergeObjects(
  name: string,
  own: readonly (JSONSchemaProps | undefined)[],
  union: UnionSite,
): MergedProperty | undefined {
  const present = own.filter((schema) => schema !== undefined)
  const { subject, path } = union.site
  const site = { subject: `${subject}.${name}`, path: `${path}.${name}` }
  const merged = mergeBranchProperties(present, { ...union, site })
  if (merged === undefined) return undefined
  const required = commonlyRequired(present)
  const schema: JSONSchemaProps = {
    type: 'object',
    properties: Object.fromEntries(merged.map((each) => [each.name, each.schema])),
    ...(required.length === 0 ? {} : { required }),
  }
  const found = branchDemands(present, merged)
  const demands = own.map((each) => (each === undefined ? undefined : found[present.indexOf(each)]))
  const [first = schema] = present
  return { name, schema: union.context.origins.continue(first, schema), demands }
}

function haveOneStructure(left: JSONSchemaProps, right: JSONSchemaProps): boolean {
  return isDeepStrictEqual(structureOf(withoutTexts(left)), structureOf(withoutTexts(right)))
}

/** All values that any branch takes: what clients and editors show of the discriminator. */
function commonEnum(schemas: readonly JSONSchemaProps[]): JSONSchemaProps {
  const values: JsonValue[] = []
  for (const { enum: own } of schemas) {
    if (own === undefined) return {}
    values.push(...own.filter((value) => !values.includes(value)))
  }
  return { enum: values }
}

function reportConflict(
  name: string,
  schemas: readonly [JSONSchemaProps, JSONSchemaProps],
  { context, site, type }: UnionSite,
): undefined {
  const [first, second] = schemas.map((schema) => context.origins.of(schema))
  context.sink.report(
    'schema/union-field-conflict',
    { field: name, subject: site.subject },
    {
      span: second?.span ?? type.span,
      notes: [
        {
          message: 'it has another type here',
          ...(first === undefined ? {} : { span: first.span }),
        },
        'a schema lists each field once, whatever branch it belongs to',
      ],
      helps: ['rename one of the two fields, or give them one type'],
    },
  )
  return undefined
}

function reportDefault(
  name: string,
  schema: JSONSchemaProps,
  { context, site, type }: UnionSite,
): undefined {
  const origin = context.origins.of(schema)
  context.sink.report(
    'schema/default-in-union',
    { field: name, subject: site.subject },
    {
      span: origin?.keywords.get('default')?.span ?? origin?.span ?? type.span,
      notes: [
        'the API server fills in a default whatever the branch, and the others refuse the field',
      ],
      helps: ['remove the default, or set it in a defaulting webhook'],
    },
  )
  return undefined
}

/** The fields that every branch requires. */
export function commonlyRequired(branches: readonly JSONSchemaProps[]): string[] {
  const [first, ...others] = branches
  return (first?.required ?? []).filter((name) =>
    others.every((branch) => branch.required?.includes(name) === true),
  )
}

/** What each branch demands beside what all branches do. */
export function branchDemands(
  branches: readonly JSONSchemaProps[],
  merged: readonly MergedProperty[],
): JSONSchemaProps[] {
  const common = commonlyRequired(branches)
  return branches.map((branch, index) => demandsOf(branch, { index, merged, common }))
}

function demandsOf(
  branch: JSONSchemaProps,
  {
    index,
    merged,
    common,
  }: {
    index: number
    merged: readonly MergedProperty[]
    common: readonly string[]
  },
): JSONSchemaProps {
  const values = merged.flatMap(({ name, demands }) => {
    const demand = demands[index]
    return demand === undefined || Object.keys(demand).length === 0 ? [] : [[name, demand] as const]
  })
  const required = (branch.required ?? []).filter((name) => !common.includes(name))
  const foreign = merged.filter(({ demands }) => demands[index] === undefined)
  const refusals = foreign.map(({ name }) => ({ required: [name] }))
  const { minProperties, maxProperties, oneOf, anyOf, allOf } = branch
  const nested: JSONSchemaProps = {
    ...(minProperties === undefined ? {} : { minProperties }),
    ...(maxProperties === undefined ? {} : { maxProperties }),
    ...(oneOf === undefined ? {} : { oneOf }),
    ...(anyOf === undefined ? {} : { anyOf }),
    ...(allOf === undefined ? {} : { allOf }),
  }
  const refused = [...(branch.not === undefined ? [] : [branch.not]), ...refusals]
  return {
    ...nested,
    ...(values.length === 0 ? {} : { properties: Object.fromEntries(values) }),
    ...(required.length === 0 ? {} : { required }),
    ...(refused.length === 0 ? {} : { not: noneOf(refused) }),
  }
}

function noneOf(refused: readonly JSONSchemaProps[]): JSONSchemaProps {
  const [only] = refused
  return refused.length === 1 && only !== undefined ? only : { anyOf: [...refused] }
}
