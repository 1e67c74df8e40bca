import { fromChecker } from './checked-types.ts'
import type { Checker } from './checker.ts'
import { ts } from './compiler.ts'
import { hasMarkers } from './marker-text.ts'
import type { Declaration, TypeModel } from './model.ts'
import { errorAt, spanOf, textOf, type Environment, type Reading } from './reading.ts'
import type { Binding, Scope } from './scope.ts'
import { propertiesOf } from './object-properties.ts'

/**
 * Asks the checker for a type that syntax does not tell. Where type arguments are in play, or where a
 * marked name would come back as what it stands for, that is reported: a wrong schema is not an answer.
 */
export function askChecker(
  node: ts.TypeNode,
  environment: Environment,
  { reading, source }: { readonly reading: Reading; readonly source: Checker },
): TypeModel {
  const span = spanOf(node, environment)
  const text = textOf(node, environment)
  const answer = mentions(node, environment.parameters)
    ? undefined
    : ask(node, environment, { reading, source })
  if (answer === undefined) {
    reading.sink.report(
      'type/too-complex',
      { type: text.length > 50 ? `${text.slice(0, 50)}…` : text },
      {
        span,
        notes: ['neither its syntax nor the compiler tells what it comes to here'],
        helps: ['write the resulting type out'],
      },
    )
    return errorAt(span)
  }
  const lost = markedNames(node, environment.scope, reading).find(
    (declaration) => !namesIn(answer).has(declaration),
  )
  if (lost === undefined) return answer
  reading.sink.report(
    'type/lost-marker',
    { name: lost.name },
    {
      span,
      notes: [
        { message: 'its markers stand here', span: lost.span },
        'the compiler answers with what the name stands for, and the name is gone',
      ],
      helps: ['write the resulting type out'],
    },
  )
  return errorAt(span)
}

function ask(
  node: ts.TypeNode,
  environment: Environment,
  { reading, source }: { readonly reading: Reading; readonly source: Checker },
): TypeModel | undefined {
  const checker = source.checkerFor(environment.scope.unit)
  return fromChecker(checker.getTypeFromTypeNode(node), {
    checker,
    source,
    reading,
    span: spanOf(node, environment),
    text: textOf(node, environment),
    asked: node,
  })
}

/** Whether a node uses one of the names that stand for type arguments. */
function mentions(node: ts.Node, parameters: ReadonlyMap<string, TypeModel>): boolean {
  if (parameters.size === 0) return false
  if (ts.isIdentifier(node) && parameters.has(node.text)) return true
  return ts.forEachChild(node, (child) => mentions(child, parameters) || undefined) ?? false
}

/** Aliases with markers that a node leads to, through aliases and the signatures of functions. */
function markedNames(start: ts.Node, scope: Scope, reading: Reading): Declaration[] {
  const found: Declaration[] = []
  const seen = new Set<Binding>()
  const visit = (node: ts.Node, within: Scope): void => {
    const name = nameOf(node)
    const meaning = name === undefined ? undefined : reading.names.entity(name, within)
    if (meaning?.kind === 'binding' && !seen.has(meaning.binding)) {
      seen.add(meaning.binding)
      visitBinding(meaning.binding)
    }
    ts.forEachChild(node, (child) => {
      if (!ts.isBlock(child)) visit(child, within)
    })
  }
  const visitBinding = (binding: Binding): void => {
    if (binding.types.some(ts.isTypeAliasDeclaration)) {
      const declaration = reading.declarationOf(binding)
      if (hasMarkers(declaration.comments)) found.push(declaration)
    }
    for (const each of [...binding.types, ...binding.values]) {
      if (!ts.isInterfaceDeclaration(each)) visit(each, binding.scope)
    }
  }
  visit(start, scope)
  return found
}

function nameOf(node: ts.Node): ts.EntityName | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName
  return ts.isTypeQueryNode(node) ? node.exprName : undefined
}

/** Every declaration that a type names, as far as its own structure goes. */
function namesIn(type: TypeModel): ReadonlySet<Declaration> {
  const found = new Set<Declaration>()
  const seen = new Set<string>()
  const visit = (each: TypeModel): void => {
    switch (each.kind) {
      case 'named':
        if (seen.has(each.id)) return
        seen.add(each.id)
        found.add(each.declaration)
        visit(each.resolve())
        return
      case 'array':
        visit(each.element)
        return
      case 'tuple':
        for (const { type: element } of each.elements) visit(element)
        if (each.rest !== undefined) visit(each.rest)
        return
      case 'map':
        visit(each.value)
        return
      case 'union':
        each.members.forEach(visit)
        return
      case 'object':
        for (const property of propertiesOf(each)) visit(property.type)
        return
      default:
        return
    }
  }
  visit(type)
  return found
}
