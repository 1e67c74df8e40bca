import { ts } from './compiler.ts'
import { constantOf, enumValues } from './constant-expressions.ts'
import { propertiesOf } from './object-properties.ts'
import { propertyName } from './object-types.ts'
import type { PropertyModel, TypeModel } from './model.ts'
import type { Meaning } from './names.ts'
import {
  emptyEnvironment,
  errorAt,
  spanOf,
  textOf,
  type Environment,
  type Reading,
} from './reading.ts'
import { reportUnresolved } from './reports.ts'
import { literal, primitive, unionOf } from './type-algebra.ts'

/** `typeof value`, for constants whose type can be read off their initialiser. */
export function readTypeQuery(
  node: ts.TypeQueryNode,
  environment: Environment,
  reading: Reading,
): TypeModel {
  const known = typeOfName(node.exprName, environment, reading)
  if (known === undefined) return reading.askChecker(node, environment)
  const isReported =
    (known.kind === 'named' || known.kind === 'unsupported') &&
    reading.reportRuntimeSchema(node.exprName, environment)
  return isReported ? errorAt(spanOf(node, environment)) : known
}

function typeOfName(
  name: ts.EntityName,
  environment: Environment,
  reading: Reading,
): TypeModel | undefined {
  const meaning = reading.names.entity(name, environment.scope)
  if (meaning?.kind === 'binding') return typeOfBinding(meaning, name, { environment, reading })
  if (meaning !== undefined) return undefined
  if (!ts.isQualifiedName(name)) {
    const span = spanOf(name, environment)
    const { sink } = reading
    const candidates = environment.scope.names.keys()
    reportUnresolved.name(name.text, { span, candidates, sink })
    return { kind: 'error', span }
  }
  const object = typeOfName(name.left, environment, reading)
  if (object === undefined) return undefined
  return propertiesOf(reading.structureOf(object)).find((each) => each.name === name.right.text)
    ?.type
}

interface Context {
  readonly environment: Environment
  readonly reading: Reading
}

function typeOfBinding(
  { binding }: Extract<Meaning, { kind: 'binding' }>,
  node: ts.Node,
  { environment, reading }: Context,
): TypeModel | undefined {
  const inner: Context = {
    reading,
    environment: emptyEnvironment(binding.scope, binding.name),
  }
  const [value] = binding.values
  if (value === undefined) {
    const span = spanOf(node, environment)
    const members = enumValues(binding.types, { scope: binding.scope, names: reading.names })
    if (members.size === 0) return undefined
    const properties = [...members].map(([name, each]) => property(name, literal(each, span)))
    return { kind: 'object', properties, bases: [], span }
  }
  if (!ts.isVariableDeclaration(value)) {
    return {
      kind: 'unsupported',
      reason: 'function',
      text: binding.name,
      span: spanOf(node, environment),
    }
  }
  return reading.typeOfValue(binding, spanOf(value.name, inner.environment), () =>
    typeOfVariable(value, { ...inner, isConst: false, isTop: binding.isConst === true }),
  )
}

function typeOfVariable(
  { type, initializer }: ts.VariableDeclaration,
  context: ExpressionContext,
): TypeModel | undefined {
  if (type !== undefined) return context.reading.read(type, context.environment)
  return initializer === undefined ? undefined : typeOfExpression(initializer, context)
}

interface ExpressionContext extends Context {
  /** Under `as const`. */
  readonly isConst: boolean
  /** Whether literals stay literals because a `const` holds the value itself. */
  readonly isTop: boolean
}

function typeOfExpression(node: ts.Expression, context: ExpressionContext): TypeModel | undefined {
  const { environment, reading } = context
  if (ts.isAsExpression(node)) {
    return isConstAssertion(node)
      ? typeOfExpression(node.expression, { ...context, isConst: true })
      : reading.read(node.type, environment)
  }
  if (ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)) {
    return typeOfExpression(node.expression, context)
  }
  if (ts.isObjectLiteralExpression(node)) return typeOfObject(node, { ...context, isTop: false })
  if (ts.isArrayLiteralExpression(node)) return typeOfArray(node, { ...context, isTop: false })
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) {
    const span = spanOf(node, environment)
    return { kind: 'unsupported', reason: 'function', text: textOf(node, environment), span }
  }
  return typeOfScalar(node, context)
}

function typeOfScalar(node: ts.Expression, context: ExpressionContext): TypeModel | undefined {
  const { environment, reading, isConst, isTop } = context
  const span = spanOf(node, environment)
  if (node.kind === ts.SyntaxKind.NullKeyword) return primitive('null', span)
  if (ts.isIdentifier(node) && node.text === 'undefined') return primitive('undefined', span)
  const value = constantOf(node, { scope: environment.scope, names: reading.names })
  if (value === undefined) {
    return ts.isIdentifier(node) ? typeOfName(node, environment, reading) : undefined
  }
  return isConst || isTop ? literal(value, span) : primitive(nameOfConstant(value), span)
}

function nameOfConstant(value: string | number | boolean): 'string' | 'number' | 'boolean' {
  if (typeof value === 'string') return 'string'
  return typeof value === 'number' ? 'number' : 'boolean'
}

function isConstAssertion({ type }: ts.AsExpression): boolean {
  return (
    ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && type.typeName.text === 'const'
  )
}

function typeOfObject(
  node: ts.ObjectLiteralExpression,
  context: ExpressionContext,
): TypeModel | undefined {
  const { environment, reading } = context
  const properties = new Map<string, PropertyModel>()
  for (const member of node.properties) {
    if (ts.isSpreadAssignment(member)) {
      const spread = typeOfExpression(member.expression, context)
      if (spread === undefined) return undefined
      for (const each of propertiesOf(reading.structureOf(spread))) properties.set(each.name, each)
      continue
    }
    const name = propertyName(member.name, environment, reading)
    const type = typeOfMember(member, context)
    if (name === undefined || type === undefined) return undefined
    const comments = environment.scope.unit.commentsAbove(member, member.name)
    const span = spanOf(member.name, environment)
    properties.set(name, { name, span, optional: false, type, comments })
  }
  return {
    kind: 'object',
    properties: [...properties.values()],
    bases: [],
    span: spanOf(node, environment),
  }
}

function typeOfMember(
  member: ts.ObjectLiteralElementLike,
  context: ExpressionContext,
): TypeModel | undefined {
  const { environment } = context
  if (ts.isPropertyAssignment(member)) return typeOfExpression(member.initializer, context)
  if (ts.isShorthandPropertyAssignment(member)) return typeOfExpression(member.name, context)
  const span = spanOf(member, environment)
  return { kind: 'unsupported', reason: 'function', text: textOf(member, environment), span }
}

function typeOfArray(
  node: ts.ArrayLiteralExpression,
  context: ExpressionContext,
): TypeModel | undefined {
  const { environment, reading, isConst } = context
  const span = spanOf(node, environment)
  const types: TypeModel[] = []
  for (const each of node.elements) {
    const type = ts.isSpreadElement(each)
      ? typeOfExpression(each.expression, context)
      : typeOfExpression(each, context)
    if (type === undefined) return undefined
    const structure = ts.isSpreadElement(each) ? reading.structureOf(type) : undefined
    if (structure?.kind === 'tuple')
      types.push(...structure.elements.map((element) => element.type))
    else if (structure !== undefined) return undefined
    else types.push(type)
  }
  if (isConst) {
    return { kind: 'tuple', elements: types.map((type) => ({ type, optional: false })), span }
  }
  return { kind: 'array', element: unionOf(types, span, reading.keyOf), span }
}

function property(name: string, type: TypeModel): PropertyModel {
  return { name, span: type.span, optional: false, type, comments: [] }
}
