import { ts } from './compiler.ts'
import type { Meaning, Names } from './names.ts'
import type { Scope } from './scope.ts'

export type Constant = string | number | boolean

/** Where the names of an expression are looked up. */
export interface ConstantContext {
  readonly scope: Scope
  readonly names: Names
  /** Names that an enum's initialiser may use unqualified: its earlier members. */
  readonly known?: ReadonlyMap<string, Constant>
  /** How many names have been followed: constants may refer to each other in a circle. */
  readonly depth?: number
}

const deepest = 50

/** The value of a constant expression; `undefined` where it is none. */
export function constantOf(node: ts.Expression, context: ConstantContext): Constant | undefined {
  const inner = (each: ts.Expression): Constant | undefined => constantOf(each, context)
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isNumericLiteral(node)) return Number(node.text)
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false
  if (isWrapper(node)) return inner(node.expression)
  if (ts.isPrefixUnaryExpression(node)) return unary(node.operator, inner(node.operand))
  if (ts.isBinaryExpression(node)) {
    return binary(node.operatorToken.kind, inner(node.left), inner(node.right))
  }
  return ts.isTemplateExpression(node) ? joined(node, inner) : namedConstant(node, context)
}

function joined(
  { head, templateSpans }: ts.TemplateExpression,
  valueOf: (node: ts.Expression) => Constant | undefined,
): string | undefined {
  return templateSpans.reduce<string | undefined>((text, span) => {
    const value = valueOf(span.expression)
    return text === undefined || value === undefined
      ? undefined
      : `${text}${String(value)}${span.literal.text}`
  }, head.text)
}

/** `x as const`, `x satisfies T`, `(x)`, `x!`. */
export function isWrapper(
  node: ts.Expression,
): node is ts.ParenthesizedExpression | ts.AsExpression | ts.SatisfiesExpression {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node)
  )
}

function namedConstant(node: ts.Expression, context: ConstantContext): Constant | undefined {
  const { scope, names, known, depth = 0 } = context
  if (depth > deepest) return undefined
  if (ts.isIdentifier(node)) {
    if (node.text === 'NaN' || node.text === 'Infinity') return Number(node.text)
    return known?.get(node.text) ?? valueOf(names.lookup(node.text, scope), names, depth)
  }
  const access = memberAccess(node)
  if (access === undefined) return undefined
  const container = names.entity(access.expression, scope)
  if (container?.kind !== 'binding') return undefined
  const { types, scope: inner } = container.binding
  return enumValues(types, { scope: inner, names, depth: depth + 1 }).get(access.name)
}

function valueOf(meaning: Meaning | undefined, names: Names, depth: number): Constant | undefined {
  if (meaning?.kind !== 'binding' || meaning.binding.isConst !== true) return undefined
  const { values, scope } = meaning.binding
  const [value] = values
  return value !== undefined && ts.isVariableDeclaration(value) && value.initializer !== undefined
    ? constantOf(value.initializer, { scope, names, depth: depth + 1 })
    : undefined
}

/** `Enum.Member` and `Enum['Member']`. */
function memberAccess(
  node: ts.Expression,
): { readonly expression: ts.Expression; readonly name: string } | undefined {
  if (ts.isPropertyAccessExpression(node)) {
    return { expression: node.expression, name: node.name.text }
  }
  return ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)
    ? { expression: node.expression, name: node.argumentExpression.text }
    : undefined
}

/** The values of an enum's members by name, in source order; a member that is no constant is left out. */
export function enumValues(
  declarations: readonly ts.Node[],
  context: ConstantContext,
): Map<string, string | number> {
  const values = new Map<string, string | number>()
  for (const declaration of declarations) {
    if (!ts.isEnumDeclaration(declaration)) continue
    let next: number | undefined = 0
    for (const member of declaration.members) {
      const value: Constant | undefined =
        member.initializer === undefined
          ? next
          : constantOf(member.initializer, { ...context, known: values })
      next = typeof value === 'number' ? value + 1 : undefined
      if (value !== undefined && typeof value !== 'boolean') values.set(memberName(member), value)
    }
  }
  return values
}

export function memberName({ name }: ts.EnumMember): string {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : name.getText()
}

function unary(operator: ts.SyntaxKind, value: Constant | undefined): Constant | undefined {
  if (value === undefined) return undefined
  switch (operator) {
    case ts.SyntaxKind.MinusToken:
      return -Number(value)
    case ts.SyntaxKind.PlusToken:
      return Number(value)
    case ts.SyntaxKind.TildeToken:
      return ~Number(value)
    case ts.SyntaxKind.ExclamationToken:
      return value === '' || value === 0 || value === false
    default:
      return undefined
  }
}

const operators: ReadonlyMap<ts.SyntaxKind, (left: number, right: number) => number> = new Map([
  [ts.SyntaxKind.MinusToken, (left, right) => left - right],
  [ts.SyntaxKind.AsteriskToken, (left, right) => left * right],
  [ts.SyntaxKind.SlashToken, (left, right) => left / right],
  [ts.SyntaxKind.PercentToken, (left, right) => left % right],
  [ts.SyntaxKind.AsteriskAsteriskToken, (left, right) => left ** right],
  [ts.SyntaxKind.BarToken, (left, right) => left | right],
  [ts.SyntaxKind.AmpersandToken, (left, right) => left & right],
  [ts.SyntaxKind.CaretToken, (left, right) => left ^ right],
  [ts.SyntaxKind.LessThanLessThanToken, (left, right) => left << right],
  [ts.SyntaxKind.GreaterThanGreaterThanToken, (left, right) => left >> right],
  [ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken, (left, right) => left >>> right],
])

function binary(
  operator: ts.SyntaxKind,
  left: Constant | undefined,
  right: Constant | undefined,
): Constant | undefined {
  if (left === undefined || right === undefined) return undefined
  if (operator === ts.SyntaxKind.PlusToken) {
    return typeof left === 'number' && typeof right === 'number'
      ? left + right
      : String(left) + String(right)
  }
  if (typeof left !== 'number' || typeof right !== 'number') return undefined
  return operators.get(operator)?.(left, right)
}
