import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'

/**
 * Tells equal schemas by a number: two nodes have the same where they say the same, whatever the order of
 * their keywords. Each node is looked at once, so that comparing all parts of a large schema stays cheap.
 */
export class SchemaIdentity {
  readonly #ids = new Map<string, number>()
  readonly #full = new WeakMap<object, number>()
  readonly #bare = new WeakMap<object, number>()

  /** Of a node with all that it says. */
  of(schema: JSONSchemaProps): number {
    return this.#idOf(schema, this.#full, false)
  }

  /** Of a node without descriptions, its own and those below. */
  withoutWords(schema: JSONSchemaProps): number {
    return this.#idOf(schema, this.#bare, true)
  }

  #idOf(value: object, known: WeakMap<object, number>, isBare: boolean): number {
    const id = known.get(value)
    if (id !== undefined) return id
    const text = Array.isArray(value)
      ? `[${value.map((each) => this.#keyOf(each, known, isBare)).join()}]`
      : `{${this.#entriesOf(value, known, isBare).join()}}`
    const found = this.#ids.get(text) ?? this.#ids.size
    this.#ids.set(text, found)
    known.set(value, found)
    return found
  }

  #entriesOf(value: object, known: WeakMap<object, number>, isBare: boolean): string[] {
    return Object.entries(value)
      .filter(([name, each]) => !isBare || name !== 'description' || typeof each !== 'string')
      .map(([name, each]) => `${JSON.stringify(name)}:${this.#keyOf(each, known, isBare)}`)
      .sort()
  }

  /** Parts by their numbers, which no scalar looks like. */
  #keyOf(value: unknown, known: WeakMap<object, number>, isBare: boolean): string {
    if (typeof value === 'object' && value !== null) return `#${this.#idOf(value, known, isBare)}`
    return typeof value === 'bigint' ? `${value}n` : String(JSON.stringify(value))
  }
}
