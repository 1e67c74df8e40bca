import type { TypeModel } from '../../typemodel/model.ts'

/*
 * `undefined` and `null` in a type: the first makes a field optional, the second nullable. Both show
 * through aliases.
 */

export function admitsUndefined(type: TypeModel): boolean {
  return admits(type, 'undefined')
}

export function admitsNull(type: TypeModel): boolean {
  return admits(type, 'null')
}

function admits(type: TypeModel, name: 'undefined' | 'null'): boolean {
  switch (type.kind) {
    case 'primitive':
      return type.name === name
    case 'union':
      return type.members.some((member) => admits(member, name))
    case 'named':
      return admitsBehind(type.resolve(), name, new Set([type.id]))
    default:
      return false
  }
}

/** As `admits`, but safe against an alias that refers to itself. */
function admitsBehind(
  type: TypeModel,
  name: 'undefined' | 'null',
  seen: ReadonlySet<string>,
): boolean {
  if (type.kind === 'union') {
    return type.members.some((member) => admitsBehind(member, name, seen))
  }
  if (type.kind !== 'named') return admits(type, name)
  return !seen.has(type.id) && admitsBehind(type.resolve(), name, new Set([...seen, type.id]))
}
