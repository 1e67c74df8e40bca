import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { nearestNames } from '../../diagnostics/nearest-names.ts'
import {
  libraryPropertySchema,
  librarySchema,
  libraryTypeNames,
  type LibrarySchemaOptions,
} from '../../kubernetes/library.ts'
import type { LibraryPropertyReference, LibraryType, PropertyModel } from '../../typemodel/model.ts'
import type { SchemaContext, Site } from '../schema-context.ts'
import { brokenSchema } from './broken.ts'
import { cutDescriptions } from './cut-descriptions.ts'

/*
 * Types that kops's own package exports, known by module and name.
 */

export function buildLibraryType(
  type: LibraryType,
  context: SchemaContext,
  site: Site,
): JSONSchemaProps {
  const schema = librarySchema(type, optionsOf(context))
  // A node of its own for each use, so that it has a place; what lies below stays shared.
  if (schema !== undefined) return { ...shorten(schema, context) }
  const near = nearestNames(type.name, libraryTypeNames(type.module))
  context.sink.report(
    'schema/unusable-library-type',
    { type: type.name, module: type.module, subject: site.subject },
    {
      span: type.span,
      notes: ['it has no schema of its own that a field could take'],
      helps:
        near.length > 0
          ? near.map((name) => `write \`${name}\``)
          : ['use `RawExtension` to keep any object as it is'],
    },
  )
  return brokenSchema(type.span, context, site)
}

/** The schema of a property of one of Kubernetes' own types: what the Go field has, text included. */
export function libraryProperty(
  property: PropertyModel,
  owner: LibraryPropertyReference,
  context: SchemaContext,
): JSONSchemaProps | undefined {
  const schema = libraryPropertySchema(owner, owner.property ?? property.name, optionsOf(context))
  return schema === undefined ? undefined : shorten(schema, context)
}

function optionsOf({ settings }: SchemaContext): LibrarySchemaOptions {
  return {
    embeddedMetadata: settings.embeddedMetadata,
    descriptions: settings.maxDescriptionLength !== 0,
  }
}

/** Cuts the descriptions of a schema that is shared. The result is shared as well. */
function shorten(schema: JSONSchemaProps, context: SchemaContext): JSONSchemaProps {
  const length = context.settings.maxDescriptionLength
  return length === undefined || length <= 0 ? schema : cutDescriptions(schema, length, context)
}
