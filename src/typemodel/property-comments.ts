import { ts } from './compiler.ts'
import { hasRules } from './marker-text.ts'
import type { Comment, PropertyModel } from './model.ts'
import { propertiesOf } from './object-properties.ts'
import { spanOf, textOf, type Environment, type Reading } from './reading.ts'

/*
 * `T['name']` is a use of a property without its name. Where it makes up a property of its own, the
 * comments of `name` go along; anywhere else they have no place in the model, and rules in them would
 * be lost.
 */

/** Wrappers of an access that leave its values alone, or all but nothing. */
const transparent: ReadonlySet<string> = new Set(['NonNullable', 'Readonly', 'NoInfer'])

/** The access that a type consists of, `null` and `undefined` beside it left aside. */
export function accessOf(node: ts.TypeNode | undefined): ts.IndexedAccessTypeNode | undefined {
  if (node === undefined || ts.isIndexedAccessTypeNode(node)) return node
  if (ts.isParenthesizedTypeNode(node)) return accessOf(node.type)
  if (ts.isUnionTypeNode(node)) {
    const [only, ...others] = node.types.filter((each) => !isNullish(each))
    return others.length === 0 ? accessOf(only) : undefined
  }
  const isTransparent =
    ts.isTypeReferenceNode(node) &&
    ts.isIdentifier(node.typeName) &&
    transparent.has(node.typeName.text)
  return isTransparent ? accessOf(node.typeArguments?.[0]) : undefined
}

function isNullish(node: ts.TypeNode): boolean {
  return (
    node.kind === ts.SyntaxKind.UndefinedKeyword ||
    (ts.isLiteralTypeNode(node) && node.literal.kind === ts.SyntaxKind.NullKeyword)
  )
}

/** The comments of the property that an access names. */
export function commentsOfAccess(
  node: ts.IndexedAccessTypeNode,
  environment: Environment,
  reading: Reading,
): readonly Comment[] {
  return accessedProperty(node, environment, reading)?.comments ?? []
}

/** The property that an access names. */
export function accessedProperty(
  { objectType, indexType }: ts.IndexedAccessTypeNode,
  environment: Environment,
  reading: Reading,
): PropertyModel | undefined {
  const taking = { ...environment, takesComments: true }
  const index = reading.structureOf(reading.read(indexType, taking))
  if (index.kind !== 'literal') return undefined
  const object = reading.structureOf(reading.read(objectType, taking))
  return propertiesOf(object).find(({ name }) => name === String(index.value))
}

/** `T[K]` inside of a mapped type, whose property has the comments already. */
function isTaken({ indexType }: ts.IndexedAccessTypeNode, { takenKey }: Environment): boolean {
  return (
    ts.isTypeReferenceNode(indexType) &&
    ts.isIdentifier(indexType.typeName) &&
    indexType.typeName.text === takenKey
  )
}

/** Tells of rules that an access leaves behind. */
export function reportLostRules(
  node: ts.IndexedAccessTypeNode,
  environment: Environment,
  reading: Reading,
): void {
  if (environment.takesComments === true || isTaken(node, environment)) return
  const property = accessedProperty(node, environment, reading)
  if (property === undefined || !hasRules(property.comments)) return
  reading.sink.report(
    'type/lost-marker',
    { name: textOf(node, environment) },
    {
      span: spanOf(node, environment),
      notes: [
        { message: 'its markers stand here', span: property.span },
        'the markers of a property go along to another property, but not into an alias, an array or a record',
      ],
      helps: [
        `declare the type of \`${property.name}\` as an alias with these markers, and use the alias in both places`,
      ],
    },
  )
}
