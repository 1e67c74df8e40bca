import { ts } from './compiler.ts'
import { propertiesOf } from './object-properties.ts'
import { propertyName } from './object-types.ts'
import type { TypeModel } from './model.ts'
import { spanOf, withParameter, type Environment, type Reading } from './reading.ts'
import { every, isAssignable, type Verdict } from './relations.ts'
import { escapePattern } from './template-types.ts'
import { elementOf, literal, primitive, unionOf } from './type-algebra.ts'

/** Matches a type against the right side of `extends` and notes what each `infer` stands for. */
export class Inference {
  readonly #reading: Reading
  #environment: Environment

  constructor(environment: Environment, reading: Reading) {
    this.#environment = environment
    this.#reading = reading
  }

  /** The environment with every inferred name. */
  get environment(): Environment {
    return this.#environment
  }

  match(source: TypeModel, node: ts.TypeNode): Verdict {
    if (!hasInfer(node)) {
      return isAssignable(
        source,
        this.#reading.read(node, { ...this.#environment, takesComments: true }),
        this.#reading,
      )
    }
    if (ts.isParenthesizedTypeNode(node)) return this.match(source, node.type)
    if (ts.isInferTypeNode(node)) return this.#bind(source, node)
    if (ts.isTypeOperatorNode(node)) return this.match(source, node.type)
    if (ts.isArrayTypeNode(node)) return this.#matchArray(source, node.elementType)
    if (ts.isTupleTypeNode(node)) return this.#matchTuple(source, node)
    if (ts.isTypeLiteralNode(node)) return this.#matchObject(source, node)
    if (ts.isTemplateLiteralTypeNode(node)) return this.#matchTemplate(source, node)
    return ts.isTypeReferenceNode(node) ? this.#matchReference(source, node) : 'maybe'
  }

  #bind(source: TypeModel, { typeParameter }: ts.InferTypeNode): Verdict {
    const { name, constraint } = typeParameter
    const fits =
      constraint === undefined
        ? 'yes'
        : isAssignable(source, this.#reading.read(constraint, this.#environment), this.#reading)
    if (fits !== 'yes') return fits
    const known = this.#environment.parameters.get(name.text)
    const isAgain = known !== undefined && this.#bound.has(name.text)
    const type = isAgain ? unionOf([known, source], source.span, this.#reading.keyOf) : source
    this.#bound.add(name.text)
    this.#environment = withParameter(this.#environment, name.text, type)
    return 'yes'
  }

  readonly #bound = new Set<string>()

  #matchArray(source: TypeModel, element: ts.TypeNode): Verdict {
    const structure = this.#reading.structureOf(source)
    if (structure.kind === 'array') return this.match(structure.element, element)
    if (structure.kind !== 'tuple') return structure.kind === 'unsupported' ? 'maybe' : 'no'
    return this.match(elementOf(structure, this.#reading.keyOf), element)
  }

  #matchTuple(source: TypeModel, node: ts.TupleTypeNode): Verdict {
    const structure = this.#reading.structureOf(source)
    if (structure.kind !== 'tuple') return structure.kind === 'array' ? 'maybe' : 'no'
    if (structure.rest !== undefined) return 'maybe'
    const elements = [...structure.elements]
    const verdicts: Verdict[] = []
    for (const [index, each] of node.elements.entries()) {
      const rest = restOf(each)
      if (rest !== undefined) {
        const after = node.elements.length - index - 1
        const taken = elements.splice(0, Math.max(0, elements.length - after))
        verdicts.push(this.match({ kind: 'tuple', elements: taken, span: structure.span }, rest))
        continue
      }
      const element = elements.shift()
      if (element === undefined) return 'no'
      verdicts.push(this.match(element.type, ts.isNamedTupleMember(each) ? each.type : each))
    }
    return elements.length > 0 ? 'no' : every(verdicts)
  }

  #matchObject(source: TypeModel, node: ts.TypeLiteralNode): Verdict {
    const structure = this.#reading.structureOf(source)
    if (structure.kind === 'unsupported') return 'maybe'
    const given = propertiesOf(structure)
    return every(
      node.members.map((member): Verdict => {
        if (!ts.isPropertySignature(member) || member.type === undefined) return 'maybe'
        const name = propertyName(member.name, this.#environment, this.#reading)
        const found = given.find((each) => each.name === name)
        if (found === undefined) return member.questionToken === undefined ? 'no' : 'yes'
        if (found.optional && member.questionToken === undefined) return 'no'
        return this.match(found.type, member.type)
      }),
    )
  }

  #matchReference(source: TypeModel, node: ts.TypeReferenceNode): Verdict {
    const [first] = node.typeArguments ?? []
    const name = ts.isIdentifier(node.typeName) ? node.typeName.text : ''
    const meaning = this.#reading.names.entity(node.typeName, this.#environment.scope)
    if (meaning === undefined && first !== undefined) {
      if (name === 'Array' || name === 'ReadonlyArray') return this.#matchArray(source, first)
      if (name === 'Record') return this.#matchRecord(source, node)
      return this.#reading.structureOf(source).kind === 'unsupported' ? 'maybe' : 'no'
    }
    if (source.kind !== 'named' || meaning?.kind !== 'binding') return 'maybe'
    if (source.declaration !== this.#reading.declarationOf(meaning.binding)) return 'maybe'
    const given = this.#reading.argumentsOf(source)
    return every(
      (node.typeArguments ?? []).map((each, index): Verdict => {
        const argument = given[index]
        return argument === undefined ? 'maybe' : this.match(argument, each)
      }),
    )
  }

  #matchRecord(source: TypeModel, node: ts.TypeReferenceNode): Verdict {
    const [key, value] = node.typeArguments ?? []
    const structure = this.#reading.structureOf(source)
    if (key === undefined || value === undefined) return 'maybe'
    if (structure.kind === 'map') {
      return every([this.match(structure.key, key), this.match(structure.value, value)])
    }
    if (structure.kind !== 'object') return 'no'
    const properties = propertiesOf(structure)
    const { keyOf } = this.#reading
    const names = properties.map((each) => literal(each.name, each.span))
    const types = properties.map(({ type }) => type)
    return every([
      this.match(unionOf(names, structure.span, keyOf), key),
      this.match(unionOf(types, structure.span, keyOf), value),
    ])
  }

  /** As TypeScript: each `infer` but the last takes as little as it can. */
  #matchTemplate(source: TypeModel, node: ts.TemplateLiteralTypeNode): Verdict {
    const structure = this.#reading.structureOf(source)
    if (structure.kind !== 'literal') return structure.kind === 'template' ? 'maybe' : 'no'
    const pattern = node.templateSpans.reduce((text, { literal: { text: after } }, index) => {
      const isLast = index === node.templateSpans.length - 1
      const any = isLast && after === '' ? '([^]*)' : after === '' ? '([^])' : '([^]*?)'
      return `${text}${any}${escapePattern(after)}`
    }, escapePattern(node.head.text))
    const match = new RegExp(`^${pattern}$`, 'u').exec(String(structure.value))
    if (match === null) return 'no'
    return every(
      node.templateSpans.map(({ type }, index) =>
        this.match(this.#piece(match[index + 1] ?? '', type), type),
      ),
    )
  }

  /** `infer N extends number` makes a number of the text. */
  #piece(text: string, node: ts.TypeNode): TypeModel {
    const span = spanOf(node, this.#environment)
    const wanted = ts.isInferTypeNode(node) ? node.typeParameter.constraint : node
    const isNumber = wanted?.kind === ts.SyntaxKind.NumberKeyword
    const isExact = isNumber && text !== '' && String(Number(text)) === text
    if (isExact) return literal(Number(text), span)
    if (wanted?.kind === ts.SyntaxKind.BooleanKeyword && /^(?:true|false)$/.test(text)) {
      return literal(text === 'true', span)
    }
    return isNumber ? primitive('unknown', span) : literal(text, span)
  }
}

function restOf(node: ts.TypeNode): ts.TypeNode | undefined {
  if (ts.isRestTypeNode(node)) return node.type
  return ts.isNamedTupleMember(node) && node.dotDotDotToken !== undefined ? node.type : undefined
}

function hasInfer(node: ts.Node): boolean {
  if (ts.isInferTypeNode(node)) return true
  if (ts.isConditionalTypeNode(node)) return false
  return ts.forEachChild(node, (child) => hasInfer(child) || undefined) ?? false
}
