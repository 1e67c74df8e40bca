import type { TypeModel } from './model.ts'
import type { Reading } from './reading.ts'
import { isPrimitive, literal } from './type-algebra.ts'

/**
 * What a union, an enum or `boolean` is made of, names followed one step: a conditional type looks at
 * each part by itself. `undefined` for a type that is one piece.
 */
export function partsOf(type: TypeModel, reading: Reading): readonly TypeModel[] | undefined {
  const structure = reading.structureOf(type)
  if (structure.kind === 'union') return structure.members
  if (structure.kind === 'enum') {
    return structure.members.map(({ value, span }) => literal(value, span))
  }
  if (isPrimitive(structure, 'boolean')) {
    return [literal(true, type.span), literal(false, type.span)]
  }
  return undefined
}
