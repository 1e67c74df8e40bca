import { quote } from '../generated-code.ts'

/*
 * Types as they will be written. Names of declarations and imports are settled when all are known, so
 * that an expression refers to a declaration and not to its name.
 */

/** A name that kops's package exports. */
export interface LibraryName {
  /** `kops` or `kops/kubernetes/<group>/<version>`. */
  readonly module: string
  readonly name: string
}

export type TypeExpression<Named> =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'literals'; readonly values: readonly (string | number | bigint | boolean)[] }
  | { readonly kind: 'library'; readonly library: LibraryName }
  /** A field of such a type: `Condition['status']`. */
  | {
      readonly kind: 'field'
      readonly library: LibraryName
      readonly name: string
      /** Whether it may be left out there, so that its type has `undefined`. */
      readonly optional: boolean
    }
  | { readonly kind: 'array'; readonly element: TypeExpression<Named> }
  | { readonly kind: 'map'; readonly value: TypeExpression<Named> }
  | { readonly kind: 'union'; readonly members: readonly TypeExpression<Named>[] }
  | { readonly kind: 'nullable'; readonly type: TypeExpression<Named> }
  | { readonly kind: 'named'; readonly declaration: Named }

/** How names are written in one file. */
export interface NamesInFile<Named> {
  readonly declared: (declaration: Named) => string
  readonly imported: (library: LibraryName) => string
  /** Whether `Record` means what it says. */
  readonly hasRecord: boolean
}

/** A name as a property has it, in quotes where it is no identifier. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name)
}

/** The width that a line may have. */
export const lineWidth = 100

/** A type on one line. */
export function renderType<Named>(type: TypeExpression<Named>, names: NamesInFile<Named>): string {
  switch (type.kind) {
    case 'word':
      return type.text
    case 'literals':
      return literalTexts(type.values).join(' | ')
    case 'library':
      return names.imported(type.library)
    case 'field': {
      const field = `${names.imported(type.library)}[${quote(type.name)}]`
      return type.optional ? `NonNullable<${field}>` : field
    }
    case 'array': {
      const element = renderType(type.element, names)
      return isUnion(type.element) ? `(${element})[]` : `${element}[]`
    }
    case 'map': {
      const value = renderType(type.value, names)
      return names.hasRecord ? `Record<string, ${value}>` : `{ [key: string]: ${value} }`
    }
    case 'union':
      return type.members.map((member) => renderType(member, names)).join(' | ')
    case 'nullable':
      return `${renderType(type.type, names)} | null`
    case 'named':
      return names.declared(type.declaration)
  }
}

function isUnion<Named>(type: TypeExpression<Named>): boolean {
  if (type.kind === 'literals') return type.values.length > 1
  return type.kind === 'nullable' || type.kind === 'union'
}

function literalTexts(values: readonly (string | number | bigint | boolean)[]): string[] {
  return values.map((value) => (typeof value === 'string' ? quote(value) : String(value)))
}

/**
 * What follows `name:` or `type Name =`: the type on the same line where it fits, a long union one member
 * a line. `used` is the width of what stands before it.
 */
export function renderAfter<Named>(
  type: TypeExpression<Named>,
  { names, indent, used }: { names: NamesInFile<Named>; indent: string; used: number },
): string {
  const line = renderType(type, names)
  if (used + 1 + line.length <= lineWidth) return ` ${line}`
  const isLong = (each: TypeExpression<Named>): boolean =>
    each.kind === 'literals' || each.kind === 'union'
  if (isLong(type) || (type.kind === 'nullable' && isLong(type.type))) {
    return membersOf(type, names)
      .map((text) => `\n${indent}  | ${text}`)
      .join('')
  }
  if (type.kind === 'array' && isUnion(type.element)) {
    const members = membersOf(type.element, names)
    const together = `${indent}  ${members.join(' | ')}\n`
    const lines = members.map((text) => `${indent}  | ${text}\n`).join('')
    return ` (\n${together.length <= lineWidth + 1 ? together : lines}${indent})[]`
  }
  return ` ${line}`
}

function membersOf<Named>(type: TypeExpression<Named>, names: NamesInFile<Named>): string[] {
  if (type.kind === 'literals') return literalTexts(type.values)
  if (type.kind === 'union') return type.members.map((member) => renderType(member, names))
  if (type.kind === 'nullable') return [...membersOf(type.type, names), 'null']
  return [renderType(type, names)]
}
