import { isDeepStrictEqual } from 'node:util'
import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { PrimitiveType, TypeModel } from '../../typemodel/model.ts'
import { schemaKindOf, type SchemaKind } from '../schema-kind.ts'
import { finiteValues } from './finite-values.ts'
import { intOrString } from './int-or-string.ts'
import { enumSchema } from './literals.ts'
import { escapePattern } from './templates.ts'
import type { UnionSite } from './unions.ts'
import { valueValidationsOf } from './value-validations.ts'

/*
 * Unions of scalars. A choice within one type is an `anyOf` of what each member demands; a choice
 * between integers and strings is Kubernetes' int-or-string. Keywords of numbers pass over strings and
 * those of strings over numbers, so that both sides can stand beside one another.
 */

type Group = 'string' | 'number' | 'boolean'

const groups: Partial<Record<SchemaKind, Group>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
}

/** The schema of a union of scalars; undefined where a member is none. */
export function buildScalarUnion(
  members: readonly TypeModel[],
  union: UnionSite,
): JSONSchemaProps | undefined {
  if (!members.every((member) => isScalar(member))) return undefined
  const schemas = buildScalars(members, union)
  if (schemas.some((schema) => union.context.origins.isBroken(schema))) return schemas[0]
  if (schemas.some((schema) => schema['x-kubernetes-validations'] !== undefined)) {
    reportRule(union)
  }
  const isOf = (group: Group) => (schema: JSONSchemaProps) => groups[schemaKindOf(schema)] === group
  const either = schemas.filter((schema) => schemaKindOf(schema) === 'int-or-string')
  const strings = choiceOf(schemas.filter(isOf('string')))
  const numbers = choiceOf(schemas.filter(isOf('number')))
  const booleans = choiceOf(schemas.filter(isOf('boolean')))
  if (either.length > 0 && either.every((each) => Object.keys(each).length === 2)) {
    if (booleans === undefined) return intOrString()
  }
  const kinds = [strings, numbers, booleans].filter((schema) => schema !== undefined)
  if (kinds.length === 1 && either.length === 0) return kinds[0]
  if (either.length > 0 || booleans !== undefined || numbers?.type === 'number') {
    return anyScalar({ strings, numbers, booleans, hasEither: either.length > 0 })
  }
  return strings && numbers && joinIntOrString(strings, numbers)
}

function isScalar(type: TypeModel): boolean {
  switch (type.kind) {
    case 'literal':
    case 'enum':
    case 'template':
      return true
    case 'primitive':
      return type.name === 'string' || type.name === 'number' || type.name === 'boolean'
    case 'union':
      return type.members.every(isScalar)
    case 'named':
      return isScalar(type.resolve())
    case 'library':
      return (
        type.module === 'kops' &&
        /^(Int32|Int64|Integer|Float|Double|Bytes|Time|MicroTime|Duration|Quantity|IntOrString)$/.test(
          type.name,
        )
      )
    default:
      return false
  }
}

/** The members as schemas, literals of one JSON type gathered in one enum. */
function buildScalars(members: readonly TypeModel[], union: UnionSite): JSONSchemaProps[] {
  const { context, site } = union
  const finite = members.flatMap((member) => finiteValues(member, context) ?? [])
  const open = members.filter((member) => finiteValues(member, context) === undefined)
  const isText = open.some((member) => member.kind === 'primitive' && member.name === 'string')
  const hasText = isText || finite.some((value) => typeof value === 'string')
  const built = open.map((member) =>
    hasText && member.kind === 'primitive' && member.name === 'number'
      ? wholeNumber(member, union)
      : context.build(member, site),
  )
  const types = [...new Set(finite.map((value) => typeof value))]
  const enums = types.map((type) => enumSchema(finite.filter((value) => typeof value === type)))
  return [...built, ...enums]
}

/** `number | string` is int-or-string, which takes no fractions. */
function wholeNumber(type: PrimitiveType, { context, site }: UnionSite): JSONSchemaProps {
  if (context.settings.numbers === undefined) {
    context.sink.report(
      'schema/fractional-int-or-string',
      { subject: site.subject },
      { span: type.span, helps: ['write `IntOrString`, or `Int32 | string`'] },
    )
  }
  return { type: 'integer' }
}

function reportRule({ context, site, type }: UnionSite): void {
  context.sink.report(
    'schema/rule-in-union',
    { subject: site.subject },
    {
      span: type.span,
      notes: ['CEL rules may not stand in a branch of a union'],
      helps: ['move the rule to the field that has the union'],
    },
  )
}

/** One schema for members of one type: what all demand, or a choice of their demands. */
function choiceOf(schemas: readonly JSONSchemaProps[]): JSONSchemaProps | undefined {
  const [first] = schemas
  if (first === undefined) return undefined
  const type = schemas.some((schema) => schema.type === 'number') ? 'number' : first.type
  const formats = new Set(schemas.map((schema) => schema.format))
  const format = formats.size === 1 ? first.format : undefined
  const keepsFormats = type === 'string' && formats.size > 1
  const demands = schemas.map((schema) => {
    const { format: own, ...others } = valueValidationsOf(schema)
    return own === undefined || !keepsFormats ? others : { ...others, format: own }
  })
  const base: JSONSchemaProps = {
    ...(type === undefined ? {} : { type }),
    ...(format === undefined ? {} : { format }),
  }
  if (demands.some((demand) => Object.keys(demand).length === 0)) return base
  const distinct = demands.filter(
    (demand, index) => demands.findIndex((other) => isDeepStrictEqual(other, demand)) === index,
  )
  return distinct.length === 1 ? { ...base, ...distinct[0] } : { ...base, anyOf: distinct }
}

/** Both sides beside one another. An enum of one side must not bind the other: it becomes other keywords. */
function joinIntOrString(strings: JSONSchemaProps, numbers: JSONSchemaProps): JSONSchemaProps {
  const { format: _format, ...numeric } = valueValidationsOf(numbers)
  const parts = [textDemands(valueValidationsOf(strings)), numberDemands(numeric)]
  const choices = parts.flatMap(({ anyOf }) => (anyOf === undefined ? [] : [{ anyOf }]))
  const flat = Object.assign({}, ...parts) as JSONSchemaProps
  delete flat.anyOf
  const { anyOf, ...rest } = intOrString()
  if (choices.length === 0) return { ...rest, anyOf: anyOf ?? [], ...flat }
  return { ...rest, ...flat, allOf: [{ anyOf: anyOf ?? [] }, ...(flat.allOf ?? []), ...choices] }
}

/** The demands on strings, in keywords that pass over numbers. */
function textDemands(demands: JSONSchemaProps): JSONSchemaProps {
  const { enum: members, anyOf, ...rest } = demands
  const values = members?.filter((value) => typeof value === 'string')
  return {
    ...rest,
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(textDemands) }),
    ...(values === undefined
      ? {}
      : { pattern: `^(${values.map((value) => escapePattern(value)).join('|')})$` }),
  }
}

/** A demand that no number meets and that passes over everything else. */
const noNumber: JSONSchemaProps = { minimum: 1, maximum: 0 }

/** The demands on numbers, in keywords that pass over strings. */
function numberDemands(demands: JSONSchemaProps): JSONSchemaProps {
  const { enum: values, anyOf, ...rest } = demands
  const choices = anyOf?.flatMap((each) => (each.enum === undefined ? [each] : [each, noNumber]))
  return {
    ...rest,
    ...(choices === undefined ? {} : { anyOf: choices }),
    ...(values === undefined ? {} : { anyOf: [{ enum: values }, noNumber] }),
  }
}

/**
 * A choice that has no type: anything is kept, and demands that pass over other types refuse, one by
 * one, the types that are not in it.
 */
function anyScalar(sides: {
  strings: JSONSchemaProps | undefined
  numbers: JSONSchemaProps | undefined
  booleans: JSONSchemaProps | undefined
  hasEither: boolean
}): JSONSchemaProps {
  const noString: JSONSchemaProps = { minLength: 1, maxLength: 0 }
  const strings = sides.hasEither
    ? {}
    : sides.strings === undefined
      ? noString
      : textDemands(valueValidationsOf(sides.strings))
  const numbers = sides.hasEither
    ? {}
    : sides.numbers === undefined
      ? noNumber
      : numberDemands(valueValidationsOf(sides.numbers))
  const allowed = sides.booleans === undefined ? [] : (sides.booleans.enum ?? [true, false])
  const refused = [true, false].filter((value) => !allowed.includes(value))
  const choices = [strings, numbers].flatMap(({ anyOf }) =>
    anyOf === undefined ? [] : [{ anyOf }],
  )
  const { anyOf: _anyOf, format: _format, ...flat } = { ...strings, ...numbers }
  return {
    'x-kubernetes-preserve-unknown-fields': true,
    ...flat,
    ...(refused.length === 0 ? {} : { not: { enum: refused } }),
    ...(choices.length === 0 ? {} : { allOf: [...(flat.allOf ?? []), ...choices] }),
    minItems: 1,
    maxItems: 0,
    minProperties: 1,
    maxProperties: 0,
  }
}
