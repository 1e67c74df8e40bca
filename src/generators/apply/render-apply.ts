import { quote } from '../generated-code.ts'
import type { FolderShapes, LibraryName, Shape, Struct, StructField } from '../shapes/shape.ts'
import { leafType } from './leaf-type.ts'
import { LibraryStructs } from './library-structs.ts'

/*
 * Apply configurations: types of what a field manager may say of an object. A struct is written in up to two forms:
 * with every field optional, and whole, for where the API server replaces a value as one.
 */

type Form = 'partial' | 'whole'

/** A kind, and the identity that its objects have. */
export interface AppliedKind {
  readonly struct: Struct
  readonly apiVersion: string
}

/** The interfaces of some kinds and of all that is reached from them, kinds first. */
export function renderApply(
  kinds: readonly AppliedKind[],
  { structs }: Pick<FolderShapes, 'structs'>,
): string {
  const taken = [...kinds.map(({ struct }) => struct), ...structs].map(({ name }) => name)
  const rendering = new Rendering(new Set(taken))
  const texts = kinds.map((kind) => rendering.renderKind(kind))
  return [...texts, ...rendering.renderReached()].join('\n')
}

class Rendering {
  readonly #taken: Set<string>
  readonly #library = new LibraryStructs()
  readonly #libraryNames = new Map<Struct, string>()
  readonly #reached = new Map<string, string>()

  constructor(taken: Set<string>) {
    this.#taken = taken
  }

  renderKind({ struct, apiVersion }: AppliedKind): string {
    const own = new Set(['apiVersion', 'kind', 'metadata'])
    const identity = [
      `  apiVersion: ${quote(apiVersion)}\n`,
      `  kind: ${quote(struct.name)}\n`,
      '  metadata: kops.ApplyMetadata\n',
    ]
    const fields = struct.fields
      .filter(({ name }) => !own.has(name))
      .map((field) => this.#field(field, 'partial'))
    const doc = `/** What server-side apply takes of ${indefinite(struct.name)}. */\n`
    const head = `export interface ${interfaceName(struct.name, 'partial')} {\n`
    return doc + head + [...identity, ...fields].join('') + '}\n'
  }

  /** What kinds reach, by name. */
  renderReached(): string[] {
    return [...this.#reached]
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([, text]) => text)
  }

  #field({ name, isRequired, shape }: StructField, form: Form): string {
    const isNeeded = form === 'whole' && isRequired && shape.schema.default === undefined
    const { description = '' } = shape.schema
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name)
    return `${docComment(description)}  ${key}${isNeeded ? '' : '?'}: ${this.#type(shape, form)}\n`
  }

  #type(shape: Shape, form: Form): string {
    const { schema } = shape
    const orNull = schema.nullable === true ? ' | null' : ''
    switch (shape.kind) {
      case 'plain':
        return leafType(shape)
      case 'struct':
      case 'library': {
        const isAtomic = schema['x-kubernetes-map-type'] === 'atomic'
        return this.#structType(shape, isAtomic ? 'whole' : form) + orNull
      }
      case 'map': {
        const isAtomic = schema['x-kubernetes-map-type'] === 'atomic'
        return `{ [key: string]: ${this.#type(shape.value, isAtomic ? 'whole' : form)} }${orNull}`
      }
      case 'list':
        return this.#listType(shape, form) + orNull
    }
  }

  /** The items of a list that is no map are replaced together. */
  #listType({ item, schema }: Extract<Shape, { kind: 'list' }>, form: Form): string {
    const isMap = schema['x-kubernetes-list-type'] === 'map'
    const type = this.#type(item, isMap ? form : 'whole')
    const keys = isMap && form === 'partial' ? this.#neededKeys(item, schema['x-kubernetes-list-map-keys'] ?? []) : [] // prettier-ignore
    if (keys.length > 0) return `kops.Keyed<${type}, ${keys.map(quote).join(' | ')}>[]`
    return /^[\w.]+$/.test(type) ? `${type}[]` : `(${type})[]`
  }

  /** A key that the server fills in may be left out. */
  #neededKeys(item: Shape, keys: readonly string[]): string[] {
    const fields = this.#structOf(item)?.fields ?? []
    return keys.filter((key) =>
      fields.some(({ name, shape }) => name === key && shape.schema.default === undefined),
    )
  }

  #structOf(shape: Shape): Struct | undefined {
    if (shape.kind === 'struct') return shape.struct
    return shape.kind === 'library' ? this.#library.find(shape.type) : undefined
  }

  #structType(shape: Extract<Shape, { kind: 'struct' | 'library' }>, form: Form): string {
    if (shape.kind === 'library' && shape.type.name === 'ObjectMeta') return 'kops.ObjectMeta'
    const struct = this.#structOf(shape)
    if (struct === undefined) return 'object'
    const base = shape.kind === 'library' ? this.#libraryName(struct, shape.type) : struct.name
    const name = interfaceName(base, form)
    if (!this.#reached.has(name)) {
      this.#reached.set(name, '')
      this.#reached.set(name, this.#renderStruct(struct, { name, form }))
    }
    return name
  }

  /** `PodSpec`, and `CoreV1PodSpec` where the user has a type of that name. */
  #libraryName(struct: Struct, { module, name }: LibraryName): string {
    const known = this.#libraryNames.get(struct)
    if (known !== undefined) return known
    const words = module === 'kops' ? ['meta', 'v1'] : module.split('/').slice(2)
    const prefix = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
    const chosen = this.#taken.has(name) ? prefix + name : name
    this.#taken.add(chosen)
    this.#libraryNames.set(struct, chosen)
    return chosen
  }

  #renderStruct(struct: Struct, { name, form }: { name: string; form: Form }): string {
    const fields = struct.fields.map((field) => this.#field(field, form)).join('')
    const doc = form === 'whole' ? `/** ${struct.name} where it is replaced as a whole. */\n` : ''
    const isOpen = struct.schema['x-kubernetes-preserve-unknown-fields'] === true
    const others = isOpen ? '  [field: string]: unknown\n' : ''
    return `${doc}export interface ${name} {\n${fields}${others}}\n`
  }
}

function interfaceName(name: string, form: Form): string {
  return form === 'partial' ? `${name}ApplyConfiguration` : `Whole${name}ApplyConfiguration`
}

function indefinite(name: string): string {
  return `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`
}

/** The first paragraph of a description. */
function docComment(description: string): string {
  const [first = ''] = description.trim().split(/\n[ \t]*\n/)
  const text = first.replaceAll(/\s+/g, ' ').replaceAll('*/', '*\\/')
  return text === '' ? '' : `  /** ${text} */\n`
}
