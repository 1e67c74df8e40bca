/**
 * Where a field stands in an object, built from the outside in and written as the API server writes it:
 * `spec.ports[0].name`, `metadata.labels[example.org/tier]`.
 */
export class FieldPath {
  readonly #text: string

  private constructor(text: string) {
    this.#text = text
  }

  /** The path of a field of the object itself, and of one inside it for each further name. */
  static of(name: string, ...more: readonly string[]): FieldPath {
    return new FieldPath([name, ...more].join('.'))
  }

  /** A field of this one, and of one inside it for each further name. */
  child(name: string, ...more: readonly string[]): FieldPath {
    return new FieldPath([this.#text, name, ...more].join('.'))
  }

  /** An item of this list. */
  index(index: number): FieldPath {
    return new FieldPath(`${this.#text}[${index}]`)
  }

  /** An entry of this map. */
  key(key: string): FieldPath {
    return new FieldPath(`${this.#text}[${key}]`)
  }

  toString(): string {
    return this.#text
  }
}

/** Begins a path: `fieldPath('spec', 'ports').index(0).child('name')`. */
export function fieldPath(name: string, ...more: readonly string[]): FieldPath {
  return FieldPath.of(name, ...more)
}
