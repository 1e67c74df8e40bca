import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import type { Checker } from './checker.ts'
import { ts } from './compiler.ts'
import { objectType } from './object-types.ts'
import type { ObjectType, PropertyModel, TypeModel } from './model.ts'
import { emptyEnvironment, spanOf, type Reading } from './reading.ts'
import type { Binding } from './scope.ts'
import { isUndefined, literal, primitive, unionOf, without } from './type-algebra.ts'
import { isUnsupportedName } from './utility-types.ts'

/** Thrown inside this file only: some part of the answer has no place in the model. */
class NoAnswer extends Error {}

interface Question {
  readonly checker: ts.TypeChecker
  readonly source: Checker
  readonly reading: Reading
  /** Where the type is asked for: the place of all that has none of its own. */
  readonly span: SourceSpan
  readonly text: string
  readonly asked: ts.TypeNode
}

/** Turns the checker's answer back into the model; `undefined` where that would lose something. */
export function fromChecker(type: ts.Type, question: Question): TypeModel | undefined {
  try {
    return new Answer(question).convert(type)
  } catch (error) {
    if (error instanceof NoAnswer) return undefined
    throw error
  }
}

/** More levels than a type that ends will have. */
const deepest = 50

const primitives: readonly (readonly [ts.TypeFlags, Parameters<typeof primitive>[0]])[] = [
  [ts.TypeFlags.String, 'string'],
  [ts.TypeFlags.Number, 'number'],
  [ts.TypeFlags.Boolean, 'boolean'],
  [ts.TypeFlags.Null, 'null'],
  [ts.TypeFlags.Undefined, 'undefined'],
  [ts.TypeFlags.Void, 'undefined'],
  [ts.TypeFlags.Unknown, 'unknown'],
  [ts.TypeFlags.Never, 'never'],
  [ts.TypeFlags.NonPrimitive, 'object'],
]

class Answer {
  readonly #question: Question
  #depth = 0

  constructor(question: Question) {
    this.#question = question
  }

  convert(type: ts.Type): TypeModel {
    if (this.#depth > deepest) throw new NoAnswer()
    this.#depth += 1
    try {
      return this.#named(type) ?? this.#scalar(type) ?? this.#composite(type)
    } finally {
      this.#depth -= 1
    }
  }

  /** A type that a declaration of the project's stands for. */
  #named(type: ts.Type): TypeModel | undefined {
    const { checker, reading, span } = this.#question
    const alias = this.#bindingOf(type.aliasSymbol)
    const isReference = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.EnumLike)) !== 0
    const binding = alias ?? (isReference ? this.#bindingOf(type.symbol) : undefined)
    if (binding === undefined) return undefined
    if (binding.types.some(ts.isClassDeclaration)) return this.#unsupported('class')
    const given =
      alias === undefined
        ? checker.getTypeArguments(type as ts.TypeReference)
        : type.aliasTypeArguments
    const count = declaredParameters(binding)
    const typeArguments = (given ?? []).slice(0, count).map((each) => this.convert(each))
    const library = reading.names.libraryNameOf(binding)
    if (library !== undefined) return { kind: 'library', ...library, typeArguments, span }
    const environment = emptyEnvironment(binding.scope)
    return reading.instantiate(binding, typeArguments, { environment, span })
  }

  /** Enum members, type literals and what the asked node itself is named by stand for no name. */
  #bindingOf(symbol: ts.Symbol | undefined): Binding | undefined {
    const { source, asked } = this.#question
    for (const declaration of symbol?.declarations ?? []) {
      const isType =
        ts.isInterfaceDeclaration(declaration) ||
        ts.isTypeAliasDeclaration(declaration) ||
        ts.isEnumDeclaration(declaration) ||
        ts.isClassDeclaration(declaration)
      if (!isType) continue
      if (ts.isTypeAliasDeclaration(declaration) && declaration.type === asked) continue
      const name = declaration.name?.text
      const binding =
        name === undefined ? undefined : source.unitOf(declaration)?.scope.names.get(name)
      if (binding?.types.includes(declaration) === true) return binding
    }
    return undefined
  }

  #scalar(type: ts.Type): TypeModel | undefined {
    const { span } = this.#question
    if (type.isStringLiteral() || type.isNumberLiteral()) return literal(type.value, span)
    if ((type.flags & ts.TypeFlags.BooleanLiteral) !== 0) {
      return literal(this.#question.checker.typeToString(type) === 'true', span)
    }
    if ((type.flags & ts.TypeFlags.BigIntLike) !== 0) return this.#unsupported('bigint')
    if ((type.flags & ts.TypeFlags.ESSymbolLike) !== 0) return this.#unsupported('symbol')
    const found = primitives.find(([flag]) => (type.flags & flag) !== 0)
    return found === undefined ? undefined : primitive(found[1], span)
  }

  #composite(type: ts.Type): TypeModel {
    const { reading, span } = this.#question
    if (type.isUnion()) {
      return unionOf(
        type.types.map((each) => this.convert(each)),
        span,
        reading.keyOf,
      )
    }
    if (type.isIntersection()) {
      const scalar = type.types.find((each) => this.#scalar(each) !== undefined)
      if (scalar !== undefined) return this.convert(scalar)
      return this.#object(type)
    }
    if ((type.flags & ts.TypeFlags.TemplateLiteral) !== 0) {
      const { texts, types } = type as ts.TemplateLiteralType
      return { kind: 'template', texts, types: types.map((each) => this.convert(each)), span }
    }
    if ((type.flags & ts.TypeFlags.Object) === 0) throw new NoAnswer()
    return this.#list(type) ?? this.#object(type)
  }

  #list(type: ts.Type): TypeModel | undefined {
    const { checker, span } = this.#question
    if (!checker.isArrayType(type) && !checker.isTupleType(type)) return undefined
    const given = checker.getTypeArguments(type as ts.TypeReference)
    const types = given.map((each) => this.convert(each))
    const [first] = types
    if (checker.isArrayType(type) && first !== undefined)
      return { kind: 'array', element: first, span }
    const { elementFlags } = (type as ts.TupleTypeReference).target
    const rest = types.find((_, index) => ((elementFlags[index] ?? 0) & ts.ElementFlags.Rest) !== 0)
    const elements = types
      .map((each, index) => ({ each, flags: elementFlags[index] ?? 0 }))
      .filter(({ flags }) => (flags & ts.ElementFlags.Rest) === 0)
      .map(({ each, flags }) => {
        const optional = (flags & ts.ElementFlags.Optional) !== 0
        return { type: optional ? without(each, isUndefined) : each, optional }
      })
    return { kind: 'tuple', elements, ...(rest === undefined ? {} : { rest }), span }
  }

  #object(type: ts.Type): TypeModel {
    const { checker, span } = this.#question
    const name = type.symbol?.name
    if (name !== undefined && isUnsupportedName(name)) return this.#unsupported(name)
    if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0) {
      return this.#unsupported('function')
    }
    const properties = checker.getPropertiesOfType(type).map((symbol) => this.#property(symbol))
    const [info] = checker.getIndexInfosOfType(type)
    const index: ObjectType['index'] =
      info === undefined
        ? undefined
        : { key: this.convert(info.keyType), value: this.convert(info.type), span }
    return objectType({ properties, index, bases: [], span })
  }

  #property(symbol: ts.Symbol): PropertyModel {
    const { checker, span, asked } = this.#question
    const type = checker.getTypeOfSymbolAtLocation(symbol, asked)
    const optional = (symbol.flags & ts.SymbolFlags.Optional) !== 0
    const present = optional ? withoutUndefined(type, checker) : type
    const declared = this.#declared(symbol, present)
    return {
      name: symbol.name,
      span: declared?.span ?? span,
      optional,
      type: declared?.type ?? this.convert(present),
      comments: declared?.comments ?? [],
    }
  }

  /** The property as the user wrote it; its own type node where the checker says the same of it. */
  #declared(
    symbol: ts.Symbol,
    type: ts.Type,
  ):
    | (Pick<PropertyModel, 'span' | 'comments'> & { readonly type: TypeModel | undefined })
    | undefined {
    const { checker, reading, source } = this.#question
    const declaration = symbol.valueDeclaration
    const unit = declaration === undefined ? undefined : source.unitOf(declaration)
    if (declaration === undefined || unit === undefined) return undefined
    const isMember = ts.isPropertySignature(declaration) || ts.isPropertyAssignment(declaration)
    if (!isMember) return undefined
    const environment = emptyEnvironment(unit.scope)
    const node = ts.isPropertySignature(declaration) ? declaration.type : undefined
    const isSame = node !== undefined && checker.getTypeFromTypeNode(node) === type
    return {
      span: spanOf(declaration.name, environment),
      comments: unit.commentsAbove(declaration, declaration.name),
      type: isSame && isClosed(node) ? reading.read(node, environment) : undefined,
    }
  }

  #unsupported(reason: string): TypeModel {
    const { text, span } = this.#question
    return { kind: 'unsupported', reason, text, span }
  }
}

function withoutUndefined(type: ts.Type, checker: ts.TypeChecker): ts.Type {
  if (!type.isUnion()) return type
  const hasNull = type.types.some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0)
  return hasNull ? type : checker.getNonNullableType(type)
}

/** Whether a node means the same wherever it stands: no type parameter is around it. */
function isClosed(node: ts.Node): boolean {
  for (let each: ts.Node | undefined = node.parent; each !== undefined; each = each.parent) {
    const isGeneric = ts.isMappedTypeNode(each) || ts.isConditionalTypeNode(each)
    const parameters =
      ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each) || ts.isFunctionLike(each)
        ? (each.typeParameters ?? [])
        : []
    if (isGeneric || parameters.length > 0) return false
  }
  return true
}

function declaredParameters({ types }: Binding): number {
  const [first] = types
  return first === undefined || ts.isEnumDeclaration(first)
    ? 0
    : (first.typeParameters?.length ?? 0)
}
