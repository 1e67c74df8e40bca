import { ts } from './compiler.ts'
import type { TupleType, TypeModel } from './model.ts'
import { spanOf, textOf, type Environment, type Reading } from './reading.ts'

type Element = TupleType['elements'][number]

/** A tuple; one that is a single rest element is an array. */
export function readTuple(
  node: ts.TupleTypeNode,
  environment: Environment,
  reading: Reading,
): TypeModel {
  const span = spanOf(node, environment)
  const elements: Element[] = []
  let rest: TypeModel | undefined
  for (const each of node.elements) {
    const part = readElement(each, environment, reading)
    if (part.kind === 'error') return part.error
    if (rest !== undefined) {
      return { kind: 'unsupported', reason: 'tuple-rest', text: textOf(node, environment), span }
    }
    elements.push(...part.elements)
    rest = part.rest
  }
  if (elements.length === 0 && rest !== undefined) return { kind: 'array', element: rest, span }
  return { kind: 'tuple', elements, ...(rest === undefined ? {} : { rest }), span }
}

type Part =
  | {
      readonly kind: 'part'
      readonly elements: readonly Element[]
      readonly rest: TypeModel | undefined
    }
  | { readonly kind: 'error'; readonly error: TypeModel }

function readElement(node: ts.TypeNode, environment: Environment, reading: Reading): Part {
  if (ts.isNamedTupleMember(node)) {
    return node.dotDotDotToken === undefined
      ? single(reading.read(node.type, environment), node.questionToken !== undefined)
      : spread(reading.read(node.type, environment), reading)
  }
  if (ts.isOptionalTypeNode(node)) return single(reading.read(node.type, environment), true)
  if (ts.isRestTypeNode(node)) return spread(reading.read(node.type, environment), reading)
  return single(reading.read(node, environment), false)
}

function single(type: TypeModel, optional: boolean): Part {
  return { kind: 'part', elements: [{ type, optional }], rest: undefined }
}

function spread(type: TypeModel, reading: Reading): Part {
  const structure = reading.structureOf(type)
  if (structure.kind === 'array') return { kind: 'part', elements: [], rest: structure.element }
  if (structure.kind === 'tuple') {
    return { kind: 'part', elements: structure.elements, rest: structure.rest }
  }
  return { kind: 'error', error: structure }
}
