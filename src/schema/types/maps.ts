import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { MapType, TypeModel } from '../../typemodel/model.ts'
import type { SchemaContext, Site } from '../schema-context.ts'
import { keyRules } from './map-keys.ts'
import { freeFormObject } from './objects.ts'
import { settle } from './settle.ts'

/** `Record<string, T>`: every value is a T. Of `unknown` values it is a free-form object. */
export function buildMap(type: MapType, context: SchemaContext, site: Site): JSONSchemaProps {
  const rules = keyRules(type, context, site)
  const value = { subject: `${site.subject}[key]`, path: `${site.path}[key]` }
  const schema = isUnknown(type.value)
    ? freeFormObject()
    : {
        type: 'object',
        additionalProperties: settle(context.build(type.value, value), context),
      }
  return rules.length === 0 ? schema : { ...schema, 'x-kubernetes-validations': rules }
}

function isUnknown(type: TypeModel): boolean {
  return type.kind === 'primitive' && (type.name === 'unknown' || type.name === 'any')
}
