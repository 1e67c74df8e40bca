import { ConfigurationError } from './configuration-error.ts'

type Fields = Readonly<Record<string, unknown>>

/** Reads the fields of one mapping of a configuration file; a value of a wrong type is told with its place. */
export class FieldReader {
  readonly file: string
  readonly path: string
  readonly #fields: Fields

  constructor(value: unknown, place: { readonly file: string; readonly path: string }) {
    this.file = place.file
    this.path = place.path
    if (value !== undefined && value !== null && !isMapping(value)) {
      throw this.#wrong(value, 'a mapping')
    }
    this.#fields = value ?? {}
  }

  /** Undefined where the field is absent, null or empty, which Kubernetes' tools take for the same. */
  string(name: string): string | undefined {
    const value = this.#get(name)
    if (value === undefined || value === '') return undefined
    if (typeof value !== 'string') throw this.wrong(name, 'a string')
    return value
  }

  required(name: string): string {
    const value = this.string(name)
    if (value === undefined) throw this.error(name, 'Expected a string, got none')
    return value
  }

  boolean(name: string): boolean {
    const value = this.#get(name) ?? false
    if (typeof value !== 'boolean') throw this.wrong(name, '`true` or `false`')
    return value
  }

  object(name: string): FieldReader | undefined {
    const value = this.#get(name)
    if (value === undefined) return undefined
    return new FieldReader(value, { file: this.file, path: this.#join(name) })
  }

  objects(name: string): FieldReader[] {
    return this.#list(name).map(
      (each, index) =>
        new FieldReader(each, { file: this.file, path: `${this.#join(name)}[${index}]` }),
    )
  }

  strings(name: string): string[] {
    return this.#list(name).map((each) => {
      if (typeof each === 'string') return each
      throw this.error(name, `Expected a list of strings, got one with ${describe(each)}`)
    })
  }

  /** A mapping from names to strings. */
  stringMap(name: string): Record<string, string> {
    const map = this.object(name)
    return Object.fromEntries(map?.names().map((each) => [each, map.string(each) ?? '']) ?? [])
  }

  names(): string[] {
    return Object.keys(this.#fields)
  }

  /** The value as it stands there. */
  value(name: string): unknown {
    return this.#get(name)
  }

  error(name: string, message: string): ConfigurationError {
    return new ConfigurationError(message, { file: this.file, field: this.#join(name) })
  }

  wrong(name: string, expected: string): ConfigurationError {
    return this.error(name, `Expected ${expected}, got ${describe(this.#get(name))}`)
  }

  #get(name: string): unknown {
    return Object.hasOwn(this.#fields, name) ? (this.#fields[name] ?? undefined) : undefined
  }

  #list(name: string): readonly unknown[] {
    const value = this.#get(name) ?? []
    if (!Array.isArray(value)) throw this.wrong(name, 'a list')
    return value
  }

  #join(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`
  }

  #wrong(value: unknown, expected: string): ConfigurationError {
    const field = this.path === '' ? undefined : this.path
    const message = `Expected ${expected}, got ${describe(value)}`
    return new ConfigurationError(message, { file: this.file, field })
  }
}

function isMapping(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The sort of a value; never the value, which may be a secret. */
function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'bigint') return 'a number'
  return typeof value === 'object' ? 'a mapping' : `a ${typeof value}`
}
