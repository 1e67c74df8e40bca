import { ts } from './compiler.ts'
import { readConditional } from './conditional-types.ts'
import { intersect } from './intersections.ts'
import { readIndexedAccess } from './indexed-access.ts'
import { readKeyof, readMapped } from './mapped-types.ts'
import type { TypeModel } from './model.ts'
import { readTypeLiteral } from './object-types.ts'
import { errorAt, spanOf, textOf, type Environment, type Reading } from './reading.ts'
import { readTemplate } from './template-types.ts'
import { readTuple } from './tuple-types.ts'
import { literal, primitive, unionOf } from './type-algebra.ts'
import { readTypeQuery } from './value-types.ts'

type NodeReader = (node: ts.TypeNode, environment: Environment, reading: Reading) => TypeModel

function readerOf<Node extends ts.TypeNode>(
  is: (node: ts.Node) => node is Node,
  read: (node: Node, environment: Environment, reading: Reading) => TypeModel,
): NodeReader {
  return (node, environment, reading) =>
    is(node) ? read(node, environment, reading) : errorAt(spanOf(node, environment))
}

function keyword(name: Parameters<typeof primitive>[0]): NodeReader {
  return (node, environment) => primitive(name, spanOf(node, environment))
}

function unsupported(reason: string, node: ts.Node, environment: Environment): TypeModel {
  return {
    kind: 'unsupported',
    reason,
    text: textOf(node, environment),
    span: spanOf(node, environment),
  }
}

function refuse(reason: string): NodeReader {
  return (node, environment) => unsupported(reason, node, environment)
}

/** One row for each kind of type node; what is missing is some form of function. */
const readers: Readonly<Partial<Record<ts.SyntaxKind, NodeReader>>> = {
  [ts.SyntaxKind.StringKeyword]: keyword('string'),
  [ts.SyntaxKind.NumberKeyword]: keyword('number'),
  [ts.SyntaxKind.BooleanKeyword]: keyword('boolean'),
  [ts.SyntaxKind.UndefinedKeyword]: keyword('undefined'),
  [ts.SyntaxKind.VoidKeyword]: keyword('undefined'),
  [ts.SyntaxKind.UnknownKeyword]: keyword('unknown'),
  [ts.SyntaxKind.AnyKeyword]: keyword('any'),
  [ts.SyntaxKind.NeverKeyword]: keyword('never'),
  [ts.SyntaxKind.ObjectKeyword]: keyword('object'),
  [ts.SyntaxKind.BigIntKeyword]: refuse('bigint'),
  [ts.SyntaxKind.SymbolKeyword]: refuse('symbol'),
  [ts.SyntaxKind.LiteralType]: readerOf(ts.isLiteralTypeNode, readLiteral),
  [ts.SyntaxKind.TemplateLiteralType]: readerOf(ts.isTemplateLiteralTypeNode, readTemplate),
  [ts.SyntaxKind.ParenthesizedType]: readerOf(
    ts.isParenthesizedTypeNode,
    (node, environment, reading) => reading.read(node.type, environment),
  ),
  [ts.SyntaxKind.ArrayType]: readerOf(ts.isArrayTypeNode, (node, environment, reading) => ({
    kind: 'array',
    element: reading.readLater(node.elementType, environment),
    span: spanOf(node, environment),
  })),
  [ts.SyntaxKind.TupleType]: readerOf(ts.isTupleTypeNode, readTuple),
  [ts.SyntaxKind.TypeLiteral]: readerOf(ts.isTypeLiteralNode, readTypeLiteral),
  [ts.SyntaxKind.UnionType]: readerOf(ts.isUnionTypeNode, (node, environment, reading) =>
    unionOf(
      node.types.map((each) => reading.read(each, environment)),
      spanOf(node, environment),
      reading.keyOf,
    ),
  ),
  [ts.SyntaxKind.IntersectionType]: readerOf(
    ts.isIntersectionTypeNode,
    (node, environment, reading) =>
      intersect(
        node.types.map((each) => reading.read(each, environment)),
        { span: spanOf(node, environment), text: textOf(node, environment), reading },
      ),
  ),
  [ts.SyntaxKind.TypeReference]: readerOf(ts.isTypeReferenceNode, (node, environment, reading) =>
    reading.readUse(
      { name: node.typeName, typeArguments: node.typeArguments ?? [], node },
      environment,
    ),
  ),
  [ts.SyntaxKind.ExpressionWithTypeArguments]: readerOf(
    ts.isExpressionWithTypeArguments,
    (node, environment, reading) =>
      reading.readUse(
        { name: node.expression, typeArguments: node.typeArguments ?? [], node },
        environment,
      ),
  ),
  [ts.SyntaxKind.ImportType]: readerOf(ts.isImportTypeNode, readImportType),
  [ts.SyntaxKind.TypeOperator]: readerOf(ts.isTypeOperatorNode, readOperator),
  [ts.SyntaxKind.IndexedAccessType]: readerOf(ts.isIndexedAccessTypeNode, readIndexedAccess),
  [ts.SyntaxKind.MappedType]: readerOf(ts.isMappedTypeNode, readMapped),
  [ts.SyntaxKind.ConditionalType]: readerOf(ts.isConditionalTypeNode, readConditional),
  [ts.SyntaxKind.TypeQuery]: readerOf(ts.isTypeQueryNode, readTypeQuery),
  [ts.SyntaxKind.ThisType]: (node, { scope, self }) => self ?? errorAt(spanOf(node, { scope })),
}

function readLiteral(node: ts.LiteralTypeNode, environment: Environment): TypeModel {
  const span = spanOf(node, environment)
  const { literal: value } = node
  if (ts.isStringLiteralLike(value)) return literal(value.text, span)
  if (ts.isNumericLiteral(value)) return literal(Number(value.text), span)
  if (value.kind === ts.SyntaxKind.NullKeyword) return primitive('null', span)
  if (value.kind === ts.SyntaxKind.TrueKeyword) return literal(true, span)
  if (value.kind === ts.SyntaxKind.FalseKeyword) return literal(false, span)
  if (ts.isPrefixUnaryExpression(value) && ts.isNumericLiteral(value.operand)) {
    const number = Number(value.operand.text)
    return literal(value.operator === ts.SyntaxKind.MinusToken ? -number : number, span)
  }
  return unsupported('bigint', node, environment)
}

function readOperator(
  node: ts.TypeOperatorNode,
  environment: Environment,
  reading: Reading,
): TypeModel {
  if (node.operator === ts.SyntaxKind.ReadonlyKeyword) return reading.read(node.type, environment)
  if (node.operator === ts.SyntaxKind.KeyOfKeyword) return readKeyof(node, environment, reading)
  return unsupported('symbol', node, environment)
}

function readImportType(
  node: ts.ImportTypeNode,
  environment: Environment,
  reading: Reading,
): TypeModel {
  const { argument, qualifier } = node
  const isPlain = ts.isLiteralTypeNode(argument) && ts.isStringLiteralLike(argument.literal)
  if (!isPlain || qualifier === undefined || node.isTypeOf)
    return reading.askChecker(node, environment)
  const specifier = argument.literal
  return reading.readUse(
    {
      name: qualifier,
      typeArguments: node.typeArguments ?? [],
      node,
      container: reading.names.imported(
        { specifier, name: '*', node: specifier },
        environment.scope.unit,
      ),
    },
    environment,
  )
}

/** Through these a picked property stays what the whole consists of. */
const transparentKinds: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.IndexedAccessType,
  ts.SyntaxKind.ParenthesizedType,
  ts.SyntaxKind.UnionType,
  ts.SyntaxKind.TypeReference,
])

/** The model of a type node of any kind. */
export function readNode(node: ts.TypeNode, environment: Environment, reading: Reading): TypeModel {
  const reader = readers[node.kind]
  const passesOn = environment.takesComments !== true || transparentKinds.has(node.kind)
  if (!passesOn) return readNode(node, { ...environment, takesComments: false }, reading)
  return reader === undefined
    ? unsupported('function', node, environment)
    : reader(node, environment, reading)
}
