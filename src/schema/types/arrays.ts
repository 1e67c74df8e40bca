import { isDeepStrictEqual } from 'node:util'
import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { ArrayType, TupleType, TypeModel } from '../../typemodel/model.ts'
import type { SchemaContext, Site } from '../schema-context.ts'
import { admitsUndefined } from './absence.ts'
import { brokenSchema } from './broken.ts'
import { settle } from './settle.ts'

export function buildArray(type: ArrayType, context: SchemaContext, site: Site): JSONSchemaProps {
  return { type: 'array', items: buildItem(type.element, context, site) }
}

function buildItem(type: TypeModel, context: SchemaContext, site: Site): JSONSchemaProps {
  if (admitsUndefined(type)) {
    context.sink.report(
      'schema/undefined-item',
      { subject: site.subject },
      { span: type.span, helps: ['remove `undefined`, or write `null` if items may be empty'] },
    )
  }
  const item = { subject: `${site.subject}[]`, path: `${site.path}[]` }
  return settle(context.build(type, item), context)
}

/** A tuple is an array of a fixed length, as far as its elements are of one type. */
export function buildTuple(type: TupleType, context: SchemaContext, site: Site): JSONSchemaProps {
  const required = type.elements.filter(({ optional }) => !optional).length
  const bounds: JSONSchemaProps = {
    ...(required > 0 ? { minItems: required } : {}),
    ...(type.rest === undefined ? { maxItems: type.elements.length } : {}),
  }
  const types = [...type.elements.map((element) => element.type), ...(type.rest ? [type.rest] : [])]
  const schemas = types.map((element) => buildItem(element, context, site))
  const [items, ...others] = schemas
  if (items === undefined) {
    context.sink.report(
      'schema/empty-tuple',
      { subject: site.subject },
      { span: type.span, helps: ['write the type of the items: `string[]`'] },
    )
    return brokenSchema(type.span, context, site)
  }
  if (others.every((other) => isDeepStrictEqual(other, items))) {
    return { type: 'array', items, ...bounds }
  }
  if (schemas.some((schema) => context.origins.isBroken(schema))) {
    return brokenSchema(type.span, context, site)
  }
  context.sink.report(
    'schema/mixed-tuple',
    { subject: site.subject },
    {
      span: type.span,
      notes: ['a schema has one type for all items of an array'],
      helps: ['write an object with a named field for each element'],
    },
  )
  return brokenSchema(type.span, context, site)
}
