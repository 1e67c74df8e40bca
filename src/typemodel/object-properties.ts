import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import type { LibraryType, PropertyModel, TypeModel } from './model.ts'
import { literal, primitive } from './type-algebra.ts'

const resourceProperties = ['apiVersion', 'kind', 'metadata']

/**
 * All properties of an object, those included that a kind has from `CustomResource` and its
 * `ObjectType` leaves to that base.
 */
export function propertiesOf(type: TypeModel): readonly PropertyModel[] {
  if (type.kind !== 'object') return []
  const base = type.bases.find(isCustomResource)
  if (base === undefined) return type.properties
  const own = new Set(type.properties.map(({ name }) => name))
  const inherited = resourceProperties
    .filter((name) => !own.has(name))
    .map((name) => resourceProperty(name, base.span))
  return [...inherited, ...type.properties]
}

function resourceProperty(name: string, span: SourceSpan): PropertyModel {
  const type: TypeModel =
    name === 'metadata'
      ? { kind: 'library', module: 'kops', name: 'ObjectMeta', typeArguments: [], span }
      : primitive('string', span)
  const library = { module: 'kops', name: 'CustomResource' }
  return { name, span, optional: false, type, comments: [], owner: 'CustomResource', library }
}

/** Whether a type is kops's `CustomResource` itself. */
export function isCustomResource(
  type: TypeModel,
): type is LibraryType & { readonly name: 'CustomResource' } {
  return type.kind === 'library' && type.module === 'kops' && type.name === 'CustomResource'
}

/** The names of an object's properties as a union of literals, in source order. */
export function nameLiterals(type: TypeModel, span: SourceSpan): TypeModel[] {
  return propertiesOf(type).map(({ name }) => literal(name, span))
}
