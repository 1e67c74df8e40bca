import type { JsonValue } from '../apimachinery/json.ts'
import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import { nearestNames } from '../diagnostics/nearest-names.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { ParsedYaml } from '../manifest/parse-yaml.ts'

/** A parsed file, and where to report what is wrong in it. */
export interface ReadFile {
  readonly path: string
  readonly yaml: ParsedYaml
  readonly sink: DiagnosticSink
}

type FieldPath = readonly (string | number)[]

/** Reads the fields of one mapping by type. A mistake is reported at its scalar, and reads as absent. */
export class FieldReader {
  readonly #file: ReadFile
  readonly #path: FieldPath
  readonly #members: ReadonlyMap<string, JsonValue>

  constructor(file: ReadFile, path: FieldPath, value: JsonValue) {
    this.#file = file
    this.#path = path
    this.#members = new Map(isMapping(value) ? Object.entries(value) : [])
    if (!isMapping(value) && value !== null) this.#reportType(path, 'a mapping')
  }

  get isEmpty(): boolean {
    return this.#members.size === 0
  }

  has(key: string): boolean {
    return this.#members.has(key)
  }

  /** The mapping under a key; empty where there is none. */
  mapping(key: string): FieldReader {
    return new FieldReader(this.#file, [...this.#path, key], this.#members.get(key) ?? null)
  }

  /** The mappings of a list. */
  mappings(key: string): FieldReader[] {
    return this.#list(key).map(
      (item, index) => new FieldReader(this.#file, [...this.#path, key, index], item),
    )
  }

  text(key: string): string | undefined {
    const value = this.#read(key, 'a text', (each) => typeof each === 'string')
    return typeof value === 'string' ? value : undefined
  }

  flag(key: string): boolean | undefined {
    const value = this.#read(key, '`true` or `false`', (each) => typeof each === 'boolean')
    return typeof value === 'boolean' ? value : undefined
  }

  /** A whole number, not negative. */
  count(key: string): number | undefined {
    const isCount = (each: JsonValue): boolean => Number.isSafeInteger(each) && Number(each) >= 0
    const value = this.#read(key, 'a whole number from 0 up', isCount)
    return typeof value === 'number' ? value : undefined
  }

  texts(key: string): string[] {
    return this.#list(key).flatMap((item, index) => {
      if (typeof item === 'string') return [item]
      this.#reportType([...this.#path, key, index], 'a text')
      return []
    })
  }

  /** One of a few words. */
  word<Word extends string>(key: string, words: readonly Word[]): Word | undefined {
    const text = this.text(key)
    const word = words.find((each) => each === text)
    if (text !== undefined && word === undefined) {
      const [nearest] = nearestNames(text, words)
      this.#file.sink.report(
        'project/unknown-word',
        { field: this.name(key), value: text },
        {
          span: this.span(key),
          notes: [`it is one of ${words.map((each) => `\`${each}\``).join(', ')}`],
          helps: nearest === undefined ? [] : [`write \`${key}: ${nearest}\``],
        },
      )
    }
    return word
  }

  /** Warns of keys that nothing reads. */
  expectOnly(known: readonly string[]): void {
    for (const key of this.#members.keys()) {
      if (known.includes(key)) continue
      const [nearest] = nearestNames(key, known)
      this.#file.sink.report(
        'project/unknown-setting',
        { name: this.name(key) },
        {
          span: this.keySpan(key),
          notes: [`kops reads ${known.map((each) => `\`${each}\``).join(', ')} there`],
          helps: nearest === undefined ? [] : [`write \`${nearest}\``],
        },
      )
    }
  }

  /** The place of the value under a key; without a key, of the mapping itself. */
  span(key?: string): SourceSpan {
    return this.#spanAt(key === undefined ? this.#path : [...this.#path, key])
  }

  keySpan(key: string): SourceSpan {
    const range = this.#file.yaml.keyRangeOf([...this.#path, key])
    return range === undefined ? this.span(key) : { path: this.#file.path, ...range }
  }

  /** How messages name a field: `resources[1].kind`. */
  name(key: string): string {
    return fieldName([...this.#path, key])
  }

  #read(key: string, wanted: string, fits: (value: JsonValue) => boolean): JsonValue | undefined {
    const value = this.#members.get(key)
    if (value === undefined || value === null || fits(value)) return value
    this.#reportType([...this.#path, key], wanted)
    return undefined
  }

  #list(key: string): readonly JsonValue[] {
    const value = this.#members.get(key) ?? []
    if (Array.isArray(value)) return value
    this.#reportType([...this.#path, key], 'a list')
    return []
  }

  #reportType(path: FieldPath, wanted: string): void {
    this.#file.sink.report(
      'project/wrong-type',
      { field: fieldName(path), wanted },
      { span: this.#spanAt(path), notes: ['a value of another type is not guessed at'] },
    )
  }

  #spanAt(path: FieldPath): SourceSpan {
    const range = this.#file.yaml.rangeOf(path) ?? this.#file.yaml.keyRangeOf(path)
    return { path: this.#file.path, start: 0, end: 0, ...range }
  }
}

/** Whether a value has fields. */
export function isMapping(value: JsonValue): value is { readonly [name: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fieldName(path: FieldPath): string {
  return path.reduce<string>(
    (name, step) =>
      typeof step === 'number' ? `${name}[${step}]` : name === '' ? step : `${name}.${step}`,
    '',
  )
}
