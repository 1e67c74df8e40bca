import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { TypeModel, UnionType } from '../../typemodel/model.ts'
import type { SchemaContext, Site } from '../schema-context.ts'
import { schemaKindOf } from '../schema-kind.ts'
import { brokenSchema } from './broken.ts'
import { finiteValues, hasEffects } from './finite-values.ts'
import { enumSchema, type LiteralValue } from './literals.ts'
import { buildObjectUnion } from './object-unions.ts'
import { buildScalarUnion } from './scalar-unions.ts'

/*
 * Unions. `undefined` has made the field optional already, `null` makes it nullable; what is left is an
 * enum of literals, a choice between scalars or a choice between objects.
 */

export function buildUnion(type: UnionType, context: SchemaContext, site: Site): JSONSchemaProps {
  const members = type.members.filter((member) => !isAbsence(member, 'undefined'))
  const present = members.filter((member) => !isAbsence(member, 'null'))
  const [only] = present
  if (only === undefined) return buildNothing(type, context, site)
  const isNullable = present.length < members.length
  const schema =
    present.length === 1
      ? context.build(only, site)
      : buildChoice(flatten(present, context), { type, context, site })
  return isNullable ? asNullable(schema, context) : schema
}

function isAbsence(type: TypeModel, name: 'undefined' | 'null'): boolean {
  return type.kind === 'primitive' && type.name === name
}

/** The same schema with null allowed. */
export function asNullable(schema: JSONSchemaProps, context: SchemaContext): JSONSchemaProps {
  if (context.origins.isBroken(schema) || schemaKindOf(schema) === 'any') return schema
  return context.origins.continue(schema, { ...schema, nullable: true })
}

function buildNothing(type: UnionType, context: SchemaContext, site: Site): JSONSchemaProps {
  context.sink.report(
    'schema/no-value',
    { subject: site.subject, type: 'null' },
    { span: type.span, helps: ['write the type of a value, or remove the field'] },
  )
  return brokenSchema(type.span, context, site)
}

/** Opens the unions behind names, unless a marker on the name would be lost by it. */
function flatten(members: readonly TypeModel[], context: SchemaContext): TypeModel[] {
  return members.flatMap((member) => {
    if (member.kind === 'union') return flatten(member.members, context)
    if (member.kind !== 'named' || context.open.some(({ id }) => id === member.id)) return [member]
    const behind = member.resolve()
    const isUnion = behind.kind === 'union' || behind.kind === 'named'
    return isUnion && !hasEffects(member.declaration.comments, context)
      ? flatten([behind], context)
      : [member]
  })
}

/** A union in the making. */
export interface UnionSite {
  readonly type: UnionType
  readonly context: SchemaContext
  readonly site: Site
}

function buildChoice(flat: readonly TypeModel[], union: UnionSite): JSONSchemaProps {
  const { context } = union
  const isNullable = flat.some((member) => isAbsence(member, 'null'))
  const members = flat.filter(
    (member) => !isAbsence(member, 'null') && !isAbsence(member, 'undefined'),
  )
  const values = members.map((member) => finiteValues(member, context))
  const schema = values.every((each) => each !== undefined)
    ? enumOrBoolean(values.flat())
    : buildOpenChoice(members, union)
  return isNullable ? asNullable(schema, context) : schema
}

function enumOrBoolean(values: readonly LiteralValue[]): JSONSchemaProps {
  const isBoolean = values.every((value) => typeof value === 'boolean')
  return isBoolean && new Set(values).size === 2 ? { type: 'boolean' } : enumSchema(values)
}

function buildOpenChoice(members: readonly TypeModel[], union: UnionSite): JSONSchemaProps {
  const { context, site, type } = union
  const scalars = buildScalarUnion(members, union)
  if (scalars !== undefined) return scalars
  const cycles = context.cycles.size
  const schemas = members.map((member) => context.build(member, site))
  const isRecursive = context.cycles.size > cycles
  if (isRecursive || schemas.some((schema) => context.origins.isBroken(schema))) {
    return brokenSchema(type.span, context, site)
  }
  if (schemas.some((schema) => schemaKindOf(schema) === 'any')) {
    return { 'x-kubernetes-preserve-unknown-fields': true }
  }
  if (schemas.every((schema) => schemaKindOf(schema) === 'object')) {
    return buildObjectUnion(schemas, union)
  }
  context.sink.report(
    'schema/mixed-union',
    { subject: site.subject },
    {
      span: type.span,
      notes: ['a schema has one type, so a value cannot be an array here and a string there'],
      helps: [
        'write an object with a field for each form',
        'or write `unknown`, which keeps any value unchecked',
      ],
    },
  )
  return brokenSchema(type.span, context, site)
}
