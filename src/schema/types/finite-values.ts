import type { Comment, TypeModel } from '../../typemodel/model.ts'
import { schemaEffectOf } from '../effects/effects.ts'
import type { SchemaContext } from '../schema-context.ts'
import type { LiteralValue } from './literals.ts'

/** The values of a type that has only so many, unless a marker on its name would be lost. */
export function finiteValues(
  type: TypeModel,
  context: SchemaContext,
): readonly LiteralValue[] | undefined {
  switch (type.kind) {
    case 'literal':
      return [type.value]
    case 'enum':
      return type.members.map((member) => member.value)
    case 'primitive':
      return type.name === 'boolean' ? [true, false] : undefined
    case 'named':
      return hasEffects(type.declaration.comments, context) ||
        context.open.some(({ id }) => id === type.id)
        ? undefined
        : finiteValues(type.resolve(), context)
    default:
      return undefined
  }
}

/** Whether the comments of a declaration hold a marker that changes its schema. */
export function hasEffects(comments: readonly Comment[], context: SchemaContext): boolean {
  return context.read(comments, 'type').markers.some((each) => schemaEffectOf(each) !== undefined)
}
