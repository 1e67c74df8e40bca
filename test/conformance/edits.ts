import ts from 'typescript'
import type { Artefact } from '../../src/generators/generator.ts'

/** What a person may change in a type. */
export const editKinds = ['type', 'optional', 'enum', 'bound', 'default'] as const
export type EditKind = (typeof editKinds)[number]

/** One change of one file, and the keyword of the schema that has to follow. */
export interface Edit {
  readonly kind: EditKind
  readonly path: string
  readonly start: number
  readonly end: number
  readonly replacement: string
  /** `required`, `maxLength`, … */
  readonly keyword: string
  /** The property that was edited. */
  readonly property: string
}

type Source = Pick<Artefact, 'path' | 'content'>

/** Every edit that the types of these files offer, in the order of the text. */
export function listEdits(files: readonly Source[]): Edit[] {
  return files
    .filter(({ path }) => !/zz_generated|index\.ts$|groupversion/.test(path))
    .flatMap(({ path, content }) => editsOf(path, content))
}

function editsOf(path: string, text: string): Edit[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const edits: Edit[] = []
  const visit = (node: ts.Node): void => {
    // What narrows a type of Kubernetes has no schema of its own.
    if (ts.isIntersectionTypeNode(node)) return
    if (ts.isPropertySignature(node)) edits.push(...editsOfProperty(node, path, text))
    ts.forEachChild(node, visit)
  }
  visit(file)
  return edits
}

function editsOfProperty(node: ts.PropertySignature, path: string, text: string): Edit[] {
  const property = ts.isStringLiteral(node.name) ? node.name.text : node.name.getText()
  const comment = { start: node.getFullStart(), end: node.name.getStart() }
  const leading = text.slice(comment.start, comment.end)
  const edit = (
    kind: EditKind,
    keyword: string,
    place: Pick<Edit, 'start' | 'end' | 'replacement'>,
  ): Edit => ({ kind, keyword, path, property, ...place })
  // An overlay says what a type cannot, whatever the type is.
  if (leading.includes('+kops:schema')) return []
  const isRoot = ['apiVersion', 'kind', 'metadata', 'status'].includes(property)
  if (isRoot) return []
  return [
    ...typeEdits(node, leading).map((place) => edit('type', 'type', place)),
    ...optionalEdits(node, leading).map((place) => edit('optional', 'required', place)),
    ...enumEdits(node).map((place) => edit('enum', 'enum', place)),
    ...boundEdits(leading, comment.start).map(({ keyword, ...place }) =>
      edit('bound', keyword, place),
    ),
    ...defaultEdits(leading, comment.start).map((place) => edit('default', 'default', place)),
  ]
}

type Place = Pick<Edit, 'start' | 'end' | 'replacement'>

/** Another type of the same sort of place. Rules that speak of a value would be wrong of another type. */
const otherTypes: Readonly<Record<string, string>> = {
  string: 'boolean',
  boolean: 'string',
  Int32: 'boolean',
  Int64: 'string',
  Integer: 'string',
  'string[]': 'boolean[]',
  'Record<string, string>': 'boolean',
}

function typeEdits({ type }: ts.PropertySignature, leading: string): Place[] {
  const replacement = type && otherTypes[type.getText()]
  if (type === undefined || replacement === undefined || /\+[a-z]|@[a-z]/i.test(leading)) return []
  return [{ start: type.getStart(), end: type.getEnd(), replacement }]
}

function optionalEdits(node: ts.PropertySignature, leading: string): Place[] {
  if (/\+(?:required|optional|kubebuilder:validation:(?:Optional|Required))/.test(leading))
    return []
  const { questionToken, name } = node
  const end = name.getEnd()
  return questionToken === undefined
    ? [{ start: end, end, replacement: '?' }]
    : [{ start: questionToken.getStart(), end: questionToken.getEnd(), replacement: '' }]
}

function enumEdits({ type }: ts.PropertySignature): Place[] {
  if (type === undefined || !ts.isUnionTypeNode(type)) return []
  return type.types.flatMap((member) => {
    if (!ts.isLiteralTypeNode(member) || !ts.isStringLiteral(member.literal)) return []
    const end = member.getEnd() - 1
    return [{ start: end, end, replacement: 'Edited' }]
  })
}

const bounds =
  /\+kubebuilder:validation:(?:items:)?(Minimum|Maximum|M(?:in|ax)(?:Length|Items|Properties))=(\d{1,9})$/gm

function boundEdits(leading: string, base: number): (Place & { readonly keyword: string })[] {
  return [...leading.matchAll(bounds)].map(({ 0: whole, 1: name = '', 2: value = '', index }) => {
    const end = base + index + whole.length
    const keyword = name.charAt(0).toLowerCase() + name.slice(1)
    return { keyword, start: end - value.length, end, replacement: String(Number(value) + 1) }
  })
}

const defaults = /\+(?:kubebuilder:)?default=("[^"\\\n]*"|true|false|\d{1,9})$/gm

function defaultEdits(leading: string, base: number): Place[] {
  return [...leading.matchAll(defaults)].map(({ 0: whole, 1: value = '', index }) => {
    const end = base + index + whole.length
    return { start: end - value.length, end, replacement: otherValue(value) }
  })
}

function otherValue(value: string): string {
  if (value === 'true' || value === 'false') return value === 'true' ? 'false' : 'true'
  return value.startsWith('"') ? `${value.slice(0, -1)}x"` : String(Number(value) + 1)
}

/** The files with one edit made. */
export function applyEdit(files: readonly Source[], edit: Edit): Source[] {
  return files.map(({ path, content }) => {
    if (path !== edit.path) return { path, content }
    const text = content.slice(0, edit.start) + edit.replacement + content.slice(edit.end)
    return { path, content: text }
  })
}
