import { propertiesOf } from './object-properties.ts'
import type { EnumType, MapType, ObjectType, TemplateType, TupleType, TypeModel } from './model.ts'
import type { Reading } from './reading.ts'
import { isPrimitive, membersOf } from './type-algebra.ts'
import { templateMatches } from './template-types.ts'

/** Whether one type is assignable to another; `maybe` where only the checker can tell. */
export type Verdict = 'yes' | 'no' | 'maybe'

export function isAssignable(source: TypeModel, target: TypeModel, reading: Reading): Verdict {
  return new Relation(reading).compare(source, target)
}

export function every(verdicts: Iterable<Verdict>): Verdict {
  let result: Verdict = 'yes'
  for (const verdict of verdicts) {
    if (verdict === 'no') return 'no'
    if (verdict === 'maybe') result = 'maybe'
  }
  return result
}

function some(verdicts: Iterable<Verdict>): Verdict {
  let result: Verdict = 'no'
  for (const verdict of verdicts) {
    if (verdict === 'yes') return 'yes'
    if (verdict === 'maybe') result = 'maybe'
  }
  return result
}

function verdict(holds: boolean): Verdict {
  return holds ? 'yes' : 'no'
}

const deepest = 40

class Relation {
  readonly #reading: Reading
  readonly #assumed = new Set<string>()
  #depth = 0

  constructor(reading: Reading) {
    this.#reading = reading
  }

  compare(source: TypeModel, target: TypeModel): Verdict {
    const { keyOf } = this.#reading
    const pair = `${keyOf(source)} ${keyOf(target)}`
    if (keyOf(source) === keyOf(target) || this.#assumed.has(pair)) return 'yes'
    if (this.#depth > deepest) return 'maybe'
    this.#assumed.add(pair)
    this.#depth += 1
    try {
      return this.#structures(this.#reading.structureOf(source), this.#reading.structureOf(target))
    } finally {
      this.#depth -= 1
      this.#assumed.delete(pair)
    }
  }

  #structures(source: TypeModel, target: TypeModel): Verdict {
    if (source.kind === 'error' || target.kind === 'error') return 'yes'
    if (isPrimitive(target, 'any') || isPrimitive(target, 'unknown')) return 'yes'
    if (isPrimitive(source, 'never') || isPrimitive(source, 'any')) return 'yes'
    if (source.kind === 'union') {
      return every(source.members.map((member) => this.compare(member, target)))
    }
    if (isPrimitive(source, 'boolean') && target.kind === 'union') {
      return this.#booleanTo(membersOf(target))
    }
    if (target.kind === 'union') {
      return some(target.members.map((member) => this.compare(source, member)))
    }
    return this.#single(source, target)
  }

  #booleanTo(members: readonly TypeModel[]): Verdict {
    const values = members
      .map((each) => this.#reading.structureOf(each))
      .map((each) => (each.kind === 'literal' ? each.value : undefined))
    const isWhole = members.some((each) => isPrimitive(this.#reading.structureOf(each), 'boolean'))
    return verdict(isWhole || (values.includes(true) && values.includes(false)))
  }

  #single(source: TypeModel, target: TypeModel): Verdict {
    switch (target.kind) {
      case 'primitive':
        return verdict(baseNameOf(source) === target.name || isNonPrimitive(source, target.name))
      case 'literal':
        return verdict(source.kind === 'literal' && source.value === target.value)
      case 'template':
        return this.#toTemplate(source, target)
      case 'enum':
        return this.#toEnum(source, target)
      case 'array':
        return this.#toArray(source, target.element)
      case 'tuple':
        return source.kind === 'tuple' ? this.#tuples(source, target) : 'no'
      case 'map':
        return this.#toMap(source, target)
      case 'object':
        return this.#toObject(source, target)
      case 'unsupported':
        return source.kind === 'unsupported' && source.reason === target.reason ? 'maybe' : 'no'
      default:
        return 'maybe'
    }
  }

  /** A member of an enum is known by its value alone. */
  #toEnum(source: TypeModel, target: EnumType): Verdict {
    if (source.kind === 'enum') return verdict(source.span === target.span)
    const values = target.members.map(({ value }) => value)
    return verdict(source.kind === 'literal' && values.some((value) => value === source.value))
  }

  #toTemplate(source: TypeModel, target: TemplateType): Verdict {
    if (source.kind === 'literal') return templateMatches(target, String(source.value))
    return source.kind === 'template' ? 'maybe' : 'no'
  }

  #toArray(source: TypeModel, element: TypeModel): Verdict {
    if (source.kind === 'array') return this.compare(source.element, element)
    if (source.kind !== 'tuple') return 'no'
    const types = source.elements.map(({ type }) => type)
    return every(
      [...types, ...(source.rest === undefined ? [] : [source.rest])].map((type) =>
        this.compare(type, element),
      ),
    )
  }

  #tuples(source: TupleType, target: TupleType): Verdict {
    const required = target.elements.filter(({ optional }) => !optional).length
    const given = source.elements.filter(({ optional }) => !optional).length
    if (given < required) return 'no'
    if (
      target.rest === undefined &&
      (source.rest !== undefined || source.elements.length > target.elements.length)
    ) {
      return 'no'
    }
    return every(
      source.elements.map(({ type }, index) => {
        const expected = target.elements[index]?.type ?? target.rest
        return expected === undefined ? 'no' : this.compare(type, expected)
      }),
    )
  }

  #toMap(source: TypeModel, target: MapType): Verdict {
    if (source.kind === 'map') return this.compare(source.value, target.value)
    if (source.kind !== 'object') return 'no'
    return every(propertiesOf(source).map(({ type }) => this.compare(type, target.value)))
  }

  #toObject(source: TypeModel, target: ObjectType): Verdict {
    const wanted = propertiesOf(target)
    if (wanted.length === 0 && target.index === undefined) {
      return verdict(
        !isPrimitive(source, 'null') &&
          !isPrimitive(source, 'undefined') &&
          !isPrimitive(source, 'unknown'),
      )
    }
    if (source.kind === 'unsupported') return 'maybe'
    if (source.kind === 'map') return verdict(wanted.every(({ optional }) => optional))
    if (source.kind !== 'object') return baseNameOf(source) === undefined ? 'maybe' : 'no'
    const given = new Map(propertiesOf(source).map((each) => [each.name, each]))
    const isWeak = target.index === undefined && wanted.every(({ optional }) => optional)
    if (isWeak && given.size > 0 && !wanted.some(({ name }) => given.has(name))) return 'no'
    return every(
      wanted.map((each) => {
        const found = given.get(each.name)
        if (found === undefined) return verdict(each.optional)
        if (found.optional && !each.optional) return 'no'
        return this.compare(found.type, each.type)
      }),
    )
  }
}

/** The primitive that a scalar belongs to. */
export function baseNameOf(type: TypeModel): string | undefined {
  switch (type.kind) {
    case 'primitive':
      return type.name
    case 'literal':
      return typeof type.value
    case 'template':
      return 'string'
    case 'enum': {
      const names = new Set(type.members.map(({ value }) => typeof value))
      return names.size === 1 ? [...names][0] : undefined
    }
    default:
      return undefined
  }
}

function isNonPrimitive(type: TypeModel, wanted: string): boolean {
  return (
    wanted === 'object' && ['object', 'map', 'array', 'tuple', 'unsupported'].includes(type.kind)
  )
}
