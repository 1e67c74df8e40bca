import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import { scanComments } from '../typemodel/comments.ts'
import type {
  Comment,
  Declaration,
  LibraryType,
  NamedType,
  ObjectType,
  PropertyModel,
  Program,
  SourceFileModel,
  TypeModel,
} from '../typemodel/model.ts'

/** A file as `create api` plans it. */
export interface PlannedSource {
  readonly path: string
  readonly text: string
}

/** What the templates of `create api` write, and nothing else. */
const imports = /^import type \{ (?<names>[\w, ]+) \} from 'kops'$/
const interfaceStart = /^export interface (?<name>\w+)(?<base> extends CustomResource)? \{$/
const property = /^ {2}(?<name>\w+)(?<optional>\??): (?<type>\w+)(?<array>\[\])?$/
const ending = /^(\}|export \{\}|)$/
const commentLine = /^\s*(\/\/|\/\*\*|\*)/

/**
 * The program that a new kind's files make, read without the compiler, which takes most of the time of
 * the commands that need it. It reads line by line what the templates write, and nothing beyond: a test
 * holds it against the compiler's reading.
 */
export function readStarterProgram(files: readonly PlannedSource[]): Program {
  const readers = files.map((file) => new StarterFile(file))
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const [first] = files
  return {
    packages: [
      {
        path: first?.path.replace(/\/[^/]*$/, '') ?? '',
        files: readers.map(({ model }) => model),
        kinds: readers.flatMap((reader) => reader.kinds()),
      },
    ],
    readText: (path) => texts.get(path),
  }
}

interface StarterInterface {
  readonly declaration: Declaration
  readonly base: LibraryType | undefined
  readonly properties: PropertyModel[]
}

/** Reads one file, in which a type stands above those that use it. */
class StarterFile {
  readonly #file: PlannedSource
  readonly #comments: readonly Comment[]
  readonly #attached = new Set<Comment>()
  readonly #imported = new Set<string>()
  readonly #interfaces = new Map<string, StarterInterface>()
  #current: StarterInterface | undefined
  /** Where the last line of code ended: comments after it belong to what follows. */
  #codeEnd = 0

  constructor(file: PlannedSource) {
    this.#file = file
    this.#comments = scanComments(file, () => [])
    let start = 0
    for (const line of file.text.split('\n')) {
      this.#readLine(line, start)
      start += line.length + 1
    }
  }

  get model(): SourceFileModel {
    return { ...this.#file, comments: this.#comments, attached: this.#attached }
  }

  kinds(): { name: string; type: NamedType }[] {
    return [...this.#interfaces.values()]
      .filter(({ base }) => base !== undefined)
      .map(({ declaration }) => ({
        name: declaration.name,
        type: this.#named(declaration.name, declaration.span),
      }))
  }

  #readLine(line: string, start: number): void {
    if (commentLine.test(line) || line === '') return
    const imported = imports.exec(line)?.groups?.['names']
    const opened = interfaceStart.exec(line)?.groups
    const member = property.exec(line)?.groups
    if (imported !== undefined) for (const name of imported.split(', ')) this.#imported.add(name)
    else if (opened !== undefined) this.#open(opened, line, start)
    else if (member !== undefined) this.#addProperty(member, line, start)
    else if (!ending.test(line)) throw new Error(`the template of a new kind holds \`${line}\``)
    this.#codeEnd = start + line.length
  }

  #open(groups: Readonly<Record<string, string | undefined>>, line: string, start: number): void {
    const { name = '', base } = groups
    const span = this.#span(start + line.indexOf(name), name)
    const baseSpan = this.#span(start + line.indexOf('CustomResource'), 'CustomResource')
    this.#current = {
      declaration: { name, span, comments: this.#commentsAbove(start) },
      base: base === undefined ? undefined : library('CustomResource', baseSpan),
      properties: [],
    }
    this.#interfaces.set(name, this.#current)
  }

  #addProperty(
    groups: Readonly<Record<string, string | undefined>>,
    line: string,
    start: number,
  ): void {
    const { name = '', optional, type = '', array = '' } = groups
    const typeStart = start + line.indexOf(': ') + 2
    const element = this.#type(type, this.#span(typeStart, type))
    const owner = this.#current?.declaration.name
    this.#current?.properties.push({
      name,
      span: this.#span(start + line.indexOf(name), name),
      optional: optional === '?',
      type:
        array === ''
          ? element
          : { kind: 'array', element, span: this.#span(typeStart, type + array) },
      comments: this.#commentsAbove(start),
      ...(owner === undefined ? {} : { owner }),
    })
  }

  #type(name: string, span: SourceSpan): TypeModel {
    if (name === 'string') return { kind: 'primitive', name, span }
    return this.#imported.has(name) ? library(name, span) : this.#named(name, span)
  }

  #named(name: string, span: SourceSpan): NamedType {
    const declared = this.#interfaces.get(name)
    if (declared === undefined)
      throw new Error(`the template of a new kind uses \`${name}\` above it`)
    const { declaration } = declared
    const id = `${this.#file.path}#${name}`
    return { kind: 'named', declaration, id, resolve: () => toObject(declared), span }
  }

  #commentsAbove(end: number): Comment[] {
    const above = this.#comments.filter(
      ({ span }) => span.start >= this.#codeEnd && span.end <= end,
    )
    for (const comment of above) this.#attached.add(comment)
    return above
  }

  #span(start: number, text: string): SourceSpan {
    return { path: this.#file.path, start, end: start + text.length }
  }
}

function toObject({ declaration, base, properties }: StarterInterface): ObjectType {
  return {
    kind: 'object',
    properties,
    bases: base === undefined ? [] : [base],
    span: declaration.span,
  }
}

function library(name: string, span: SourceSpan): LibraryType {
  return { kind: 'library', module: 'kops', name, typeArguments: [], span }
}
