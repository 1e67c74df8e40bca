import { ts } from './compiler.ts'
import { Inference } from './inference.ts'
import type { TypeModel } from './model.ts'
import { spanOf, withParameter, type Environment, type Reading } from './reading.ts'
import { isPrimitive, unionOf } from './type-algebra.ts'
import { partsOf } from './union-parts.ts'
import type { SourceSpan } from '../diagnostics/diagnostic.ts'

/** `A extends B ? C : D`, distributed over a union where `A` is a type parameter. */
export function readConditional(
  node: ts.ConditionalTypeNode,
  environment: Environment,
  reading: Reading,
): TypeModel {
  const checked = reading.read(node.checkType, { ...environment, takesComments: true })
  const parameter = nakedParameter(node.checkType, environment)
  if (parameter === undefined) return decide(node, checked, { environment, reading })
  const structure = reading.structureOf(checked)
  if (isPrimitive(structure, 'never')) return structure
  return distribute(
    checked,
    (member) =>
      decide(node, member, { environment: withParameter(environment, parameter, member), reading }),
    { reading, span: spanOf(node, environment) },
  )
}

/** Decides for each part of a type; where every part stays what it is, so does the name of the whole. */
function distribute(
  type: TypeModel,
  decidePart: (part: TypeModel) => TypeModel,
  place: { readonly reading: Reading; readonly span: SourceSpan },
): TypeModel {
  const { reading, span } = place
  const parts = partsOf(type, reading)
  if (parts === undefined) return decidePart(type)
  const results = parts.map((part) => distribute(part, decidePart, place))
  const isSame = results.every((result, position) => {
    const part = parts[position]
    return part !== undefined && reading.keyOf(result) === reading.keyOf(part)
  })
  return isSame ? type : unionOf(results, span, reading.keyOf)
}

function nakedParameter(node: ts.TypeNode, { parameters }: Environment): string | undefined {
  return ts.isTypeReferenceNode(node) &&
    ts.isIdentifier(node.typeName) &&
    parameters.has(node.typeName.text)
    ? node.typeName.text
    : undefined
}

function decide(
  node: ts.ConditionalTypeNode,
  checked: TypeModel,
  { environment, reading }: { readonly environment: Environment; readonly reading: Reading },
): TypeModel {
  const structure = reading.structureOf(checked)
  if (structure.kind === 'error') return structure
  const inference = new Inference(environment, reading)
  const verdict = inference.match(checked, node.extendsType)
  if (verdict === 'maybe') return reading.askChecker(node, environment)
  const whenTrue = (): TypeModel => reading.read(node.trueType, inference.environment)
  const whenFalse = (): TypeModel => reading.read(node.falseType, environment)
  if (isPrimitive(structure, 'any')) {
    return unionOf([whenTrue(), whenFalse()], spanOf(node, environment), reading.keyOf)
  }
  return verdict === 'yes' ? whenTrue() : whenFalse()
}
