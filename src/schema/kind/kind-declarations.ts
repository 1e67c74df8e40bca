import type { CommentContent } from '../../markers/marker.ts'
import type { NamedType, ObjectType, TypeModel } from '../../typemodel/model.ts'
import type { SchemaContext } from '../schema-context.ts'

/** A declaration on the way from a kind's name to its fields, and what stands above it. */
export interface KindDeclaration {
  readonly type: NamedType
  readonly content: CommentContent
}

/**
 * The declarations that a kind is made of: its own first, then those that it is an alias of. What they
 * say adds up, the outer ones over the inner ones.
 */
export function declarationsOf(type: NamedType, context: SchemaContext): KindDeclaration[] {
  const own = { type, content: context.read(type.declaration.comments, 'type') }
  const behind = type.resolve()
  return behind.kind === 'named' && behind.id !== type.id
    ? [own, ...declarationsOf(behind, context)]
    : [own]
}

/** The types that a kind extends, at any distance, nearest first. */
export function basesOf(type: TypeModel, context: SchemaContext): KindDeclaration[] {
  if (type.kind === 'named') return basesOf(type.resolve(), context)
  if (type.kind !== 'object') return []
  return type.bases.flatMap((base) =>
    base.kind === 'named' ? [...declarationsOf(base, context), ...basesOf(base, context)] : [],
  )
}

/** The fields of a kind. */
export function objectBehind(type: TypeModel): ObjectType | undefined {
  if (type.kind === 'named') return objectBehind(type.resolve())
  return type.kind === 'object' ? type : undefined
}
