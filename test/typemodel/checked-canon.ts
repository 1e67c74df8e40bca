import type { TypeModel } from '../../src/typemodel/model.ts'
import { propertiesOf } from '../../src/typemodel/object-properties.ts'
import { ts } from '../../src/typemodel/compiler.ts'

/*
 * One text for what a type admits, from kops's model and from the compiler's own types: names followed,
 * unions sorted and reduced.
 */

// oxlint-disable-next-line complexity -- one arm for each kind of type
export function canonOfModel(type: TypeModel): string {
  switch (type.kind) {
    case 'primitive':
      return type.name
    case 'literal':
      return JSON.stringify(type.value)
    case 'template':
      return `\`${type.texts.join('${}')}\`<${type.types.map(canonOfModel).join()}>`
    case 'array':
      return `Array<${present(canonOfModel(type.element))}>`
    case 'tuple': {
      const rest = type.rest === undefined ? [] : [`...${canonOfModel(type.rest)}`]
      const elements = type.elements.map(({ type: each, optional }) =>
        canonOfMember(canonOfModel(each), optional),
      )
      return `[${[...elements, ...rest].join()}]`
    }
    case 'map':
      return `{[${canonOfModel(type.key)}]:${present(canonOfModel(type.value))}}`
    case 'object': {
      const index =
        type.index === undefined
          ? []
          : [`[${canonOfModel(type.index.key)}]:${present(canonOfModel(type.index.value))}`]
      const members = propertiesOf(type).map(
        (each) => `${each.name}${canonOfMember(canonOfModel(each.type), each.optional)}`,
      )
      return `{${[...index, ...members.sort()].join(';')}}`
    }
    case 'union':
      return canonOfUnion(type.members.map(canonOfModel))
    case 'enum':
      return canonOfUnion(type.members.map(({ value }) => JSON.stringify(value)))
    case 'named':
      return canonOfModel(type.resolve())
    default:
      return `!${type.kind}`
  }
}

/** What may be absent may be `undefined` as well. */
function canonOfMember(type: string, optional: boolean): string {
  return `${optional ? '?' : ''}:${optional ? present(type) : type}`
}

/** JSON has no `undefined` in arrays and maps; where TypeScript adds it, kops does not. */
function present(type: string): string {
  const parts = splitUnion(type).filter((part) => part !== 'undefined')
  return parts.join('|') || 'never'
}

function splitUnion(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const character of text) {
    if ('{[(<'.includes(character)) depth += 1
    if ('}])>'.includes(character)) depth -= 1
    if (character === '|' && depth === 0) {
      parts.push(part)
      part = ''
    } else part += character
  }
  return [...parts, part]
}

function canonOfUnion(members: readonly string[]): string {
  const all = new Set(members.flatMap(splitUnion))
  if (all.has('any')) return 'any'
  if (all.has('unknown')) return 'unknown'
  all.delete('never')
  const bases: readonly (readonly [RegExp, string])[] = [
    [/^["`]/, 'string'],
    [/^-?\d/, 'number'],
    [/^(?:true|false)$/, 'boolean'],
  ]
  for (const [pattern, base] of bases) {
    if (all.has(base)) for (const each of all) if (pattern.test(each)) all.delete(each)
  }
  if (all.has('true') && all.has('false')) {
    all.delete('true')
    all.delete('false')
    all.add('boolean')
  }
  return [...all].sort().join('|') || 'never'
}

export function canonOfChecked(type: ts.Type, checker: ts.TypeChecker): string {
  const inner = (each: ts.Type): string => canonOfChecked(each, checker)
  if (type.isUnion()) return canonOfUnion(type.types.map(inner))
  if (type.isStringLiteral() || type.isNumberLiteral()) return JSON.stringify(type.value)
  if ((type.flags & ts.TypeFlags.TemplateLiteral) !== 0) {
    const { texts, types } = type as ts.TemplateLiteralType
    return `\`${texts.join('${}')}\`<${types.map(inner).join()}>`
  }
  if (type.isIntersection()) {
    const scalar = type.types.find((each) => (each.flags & ts.TypeFlags.Object) === 0)
    if (scalar !== undefined) return inner(scalar)
  } else if ((type.flags & ts.TypeFlags.Object) === 0) {
    // A type that the compiler has put off computing stands behind its constraint.
    const resolved = checker.getBaseConstraintOfType(type) ?? type
    return resolved === type ? checker.typeToString(type) : inner(resolved)
  }
  if (checker.isTupleType(type)) return canonOfTuple(type as ts.TupleTypeReference, inner, checker)
  if (checker.isArrayType(type)) {
    return `Array<${checker
      .getTypeArguments(type as ts.TypeReference)
      .map((each) => present(inner(each)))
      .join()}>`
  }
  const indexes = checker
    .getIndexInfosOfType(type)
    .map((info) => `[${inner(info.keyType)}]:${present(inner(info.type))}`)
  const members = checker.getPropertiesOfType(type).map((symbol) => {
    const optional = (symbol.flags & ts.SymbolFlags.Optional) !== 0
    return `${symbol.name}${canonOfMember(inner(checker.getTypeOfSymbol(symbol)), optional)}`
  })
  return `{${[...indexes, ...members.sort()].join(';')}}`
}

function canonOfTuple(
  type: ts.TupleTypeReference,
  inner: (type: ts.Type) => string,
  checker: ts.TypeChecker,
): string {
  const elements = checker.getTypeArguments(type).map((each, index) => {
    const flags = type.target.elementFlags[index] ?? 0
    if ((flags & ts.ElementFlags.Rest) !== 0) return `...${inner(each)}`
    return canonOfMember(inner(each), (flags & ts.ElementFlags.Optional) !== 0)
  })
  return `[${elements.join()}]`
}
