import type { ts } from './compiler.ts'
import { propertiesOf } from './object-properties.ts'
import { reportLostRules } from './property-comments.ts'
import type { TypeModel } from './model.ts'
import { errorAt, spanOf, textOf, type Environment, type Reading } from './reading.ts'
import { elementOf, isPrimitive, membersOf, primitive, unionOf } from './type-algebra.ts'

/** `T[K]`. */
export function readIndexedAccess(
  node: ts.IndexedAccessTypeNode,
  environment: Environment,
  reading: Reading,
): TypeModel {
  const taking = { ...environment, takesComments: true }
  const object = reading.read(node.objectType, taking)
  const index = reading.read(node.indexType, taking)
  reportLostRules(node, environment, reading)
  return new Access(node, environment, reading).of(object, index)
}

class Access {
  readonly #node: ts.IndexedAccessTypeNode
  readonly #environment: Environment
  readonly #reading: Reading

  constructor(node: ts.IndexedAccessTypeNode, environment: Environment, reading: Reading) {
    this.#node = node
    this.#environment = environment
    this.#reading = reading
  }

  of(object: TypeModel, index: TypeModel): TypeModel {
    const { structureOf, keyOf } = this.#reading
    const keys = membersOf(structureOf(index)).flatMap((each) => {
      const key = structureOf(each)
      return key.kind === 'union' ? key.members.map(structureOf) : [key]
    })
    const found = keys.map((key) => this.#at(object, key))
    const [only] = found
    if (found.length === 1 && only !== undefined) return only
    return unionOf(found, spanOf(this.#node, this.#environment), keyOf)
  }

  #at(object: TypeModel, key: TypeModel): TypeModel {
    const structure = this.#reading.structureOf(object)
    if (structure.kind === 'error') return structure
    if (key.kind === 'error') return key
    switch (structure.kind) {
      case 'union':
        return unionOf(
          structure.members.map((each) => this.#at(each, key)),
          spanOf(this.#node, this.#environment),
          this.#reading.keyOf,
        )
      case 'array':
        return isNumeric(key) ? structure.element : this.#missing(key)
      case 'tuple':
        return this.#inTuple(structure, key)
      case 'map':
        return structure.value
      case 'object':
        return this.#inObject(structure, key)
      default:
        return isPrimitive(structure, 'any')
          ? primitive('any', spanOf(this.#node, this.#environment))
          : this.#missing(key)
    }
  }

  #inTuple(tuple: Extract<TypeModel, { kind: 'tuple' }>, key: TypeModel): TypeModel {
    const { elements, rest } = tuple
    const span = spanOf(this.#node, this.#environment)
    if (isPrimitive(key, 'number')) return elementOf(tuple, this.#reading.keyOf)
    if (key.kind !== 'literal') return this.#missing(key)
    if (key.value === 'length' && rest === undefined) {
      return { kind: 'literal', value: elements.length, span }
    }
    const element = elements[Number(key.value)]
    if (element?.optional === true) return this.#orUndefined(element.type)
    return element?.type ?? rest ?? this.#missing(key)
  }

  #inObject(object: Extract<TypeModel, { kind: 'object' }>, key: TypeModel): TypeModel {
    if (key.kind !== 'literal') return object.index?.value ?? this.#missing(key)
    const property = propertiesOf(object).find(({ name }) => name === String(key.value))
    if (property === undefined) return object.index?.value ?? this.#missing(key)
    return property.optional ? this.#orUndefined(property.type) : property.type
  }

  /** TypeScript reads an optional property as possibly absent. */
  #orUndefined(type: TypeModel): TypeModel {
    const { keyOf } = this.#reading
    return unionOf([type, primitive('undefined', type.span)], type.span, keyOf)
  }

  #missing(key: TypeModel): TypeModel {
    const span = spanOf(this.#node.indexType, this.#environment)
    const name =
      key.kind === 'literal' ? String(key.value) : textOf(this.#node.indexType, this.#environment)
    const type = textOf(this.#node.objectType, this.#environment)
    this.#reading.sink.report(
      'type/no-property',
      { name, type },
      { span, notes: [`\`${type}\` has no such property to take the type of`], helps: [] },
    )
    return errorAt(span)
  }
}

function isNumeric(key: TypeModel): boolean {
  return isPrimitive(key, 'number') || (key.kind === 'literal' && typeof key.value === 'number')
}
