import { isDeepStrictEqual } from 'node:util'
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
  const own = branches.map((branch) => branch.properties?.[name])
  const present = own.filter((schema) => schema !== undefined)
  const [first] = present
  if (first === undefined) return undefined
  const other = present.find((schema) => !haveOneStructure(schema, first))
  if (other !== undefined) return reportConflict(name, [first, other], union)
  const isForeign = present.length < branches.length
  if (isForeign && first.default !== undefined) return reportDefault(name, first, union)
  const areEqual = present.every((schema) =>
    isDeepStrictEqual(bareValidations(schema), bareValidations(first)),
  )
  const demands = own.map((schema) =>
    schema === undefined ? undefined : areEqual ? {} : bareValidations(schema),
  )
  const texts = present.map(textsOf).find((each) => Object.keys(each).length > 0)
  const validations = areEqual ? bareValidations(first) : commonEnum(present)
  const schema = union.context.origins.continue(first, {
    ...structureOf(first),
    ...validations,
    ...texts,
  })
  return { name, schema, demands }
}

function bareValidations(schema: JSONSchemaProps): JSONSchemaProps {
  return valueValidationsOf(schema)
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
