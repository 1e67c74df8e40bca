import type { PropertyModel, TypeModel } from './model.ts'

const longestKey = 160

/**
 * Texts that are equal for types that mean the same, markers included: what generic instantiations
 * are told apart by. Long ones are numbered, so that growing types have keys of one size.
 */
export class TypeKeys {
  readonly #known = new WeakMap<TypeModel, string>()
  readonly #numbers = new Map<string, number>()

  readonly keyOf = (type: TypeModel): string => {
    const known = this.#known.get(type)
    if (known !== undefined) return known
    const key = this.#shorten(this.#write(type))
    this.#known.set(type, key)
    return key
  }

  #shorten(key: string): string {
    if (key.length <= longestKey) return key
    const number = this.#numbers.get(key) ?? this.#numbers.size
    this.#numbers.set(key, number)
    return `#${number}`
  }

  #write(type: TypeModel): string {
    switch (type.kind) {
      case 'primitive':
        return type.name
      case 'literal':
        return JSON.stringify(type.value)
      case 'template':
        return `\`${JSON.stringify(type.texts)}${this.#list(type.types)}`
      case 'array':
        return `[]${this.keyOf(type.element)}`
      case 'tuple':
        return `[${type.elements.map((each) => this.#element(each)).join()}${this.#rest(type.rest)}]`
      case 'map':
        return `{[${this.keyOf(type.key)}]:${this.keyOf(type.value)}}`
      case 'object':
        return `{${type.properties.map((each) => this.#property(each)).join()}|${this.#list(type.bases)}${this.#index(type.index)}}`
      case 'union':
        return `(${type.members.map(this.keyOf).join('|')})`
      case 'enum':
        return `enum ${type.span.path}:${type.span.start}`
      case 'named':
        return type.id
      case 'library':
        return `${type.module}#${type.name}${this.#list(type.typeArguments)}`
      case 'unsupported':
        return `${type.reason} ${type.text}`
      case 'error':
        return 'error'
    }
  }

  #list(types: readonly TypeModel[]): string {
    return types.length === 0 ? '' : `<${types.map(this.keyOf).join()}>`
  }

  #element(element: { readonly type: TypeModel; readonly optional: boolean }): string {
    return `${this.keyOf(element.type)}${element.optional ? '?' : ''}`
  }

  #rest(rest: TypeModel | undefined): string {
    return rest === undefined ? '' : `...${this.keyOf(rest)}`
  }

  /** The place tells apart what has other comments. */
  #property({ name, span, optional, type }: PropertyModel): string {
    return `${JSON.stringify(name)}@${span.path}:${span.start}${optional ? '?' : ''}:${this.keyOf(type)}`
  }

  #index(index: { readonly key: TypeModel; readonly value: TypeModel } | undefined): string {
    return index === undefined ? '' : `[${this.keyOf(index.key)}]:${this.keyOf(index.value)}`
  }
}
