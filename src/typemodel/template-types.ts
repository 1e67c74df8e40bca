import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import type { ts } from './compiler.ts'
import type { TemplateType, TypeModel } from './model.ts'
import { spanOf, type Environment, type Reading } from './reading.ts'
import { isPrimitive, literal, membersOf, primitive, unionOf } from './type-algebra.ts'
import type { Verdict } from './relations.ts'

/** More combinations than this stay a template. */
const mostLiterals = 1000

interface Piece {
  readonly texts: readonly string[]
  readonly types: readonly TypeModel[]
}

/** A template literal type; a union of literals where all its parts are literals. */
export function readTemplate(
  node: ts.TemplateLiteralTypeNode,
  environment: Environment,
  reading: Reading,
): TypeModel {
  const span = spanOf(node, environment)
  let pieces: Piece[] = [{ texts: [node.head.text], types: [] }]
  for (const each of node.templateSpans) {
    const type = reading.read(each.type, environment)
    pieces = pieces.flatMap((piece) =>
      append(piece, alternatives(type, reading), each.literal.text),
    )
    if (pieces.length > mostLiterals) return wholeTemplate(node, environment, reading)
  }
  return unionOf(
    pieces.map((piece) => toType(piece, span)),
    span,
    reading.keyOf,
  )
}

function wholeTemplate(
  node: ts.TemplateLiteralTypeNode,
  environment: Environment,
  reading: Reading,
): TypeModel {
  return {
    kind: 'template',
    texts: [node.head.text, ...node.templateSpans.map((each) => each.literal.text)],
    types: node.templateSpans.map((each) => reading.read(each.type, environment)),
    span: spanOf(node, environment),
  }
}

/** The members to spell out, or the type itself where it is not a finite set of texts. */
function alternatives(type: TypeModel, reading: Reading): readonly TypeModel[] {
  const structure = reading.structureOf(type)
  if (isPrimitive(structure, 'boolean')) {
    return [literal(true, structure.span), literal(false, structure.span)]
  }
  if (structure.kind === 'enum') {
    return structure.members.map(({ value, span }) => literal(value, span))
  }
  const members = membersOf(structure).map(reading.structureOf)
  const isFinite = members.every((each) => each.kind === 'literal' || each.kind === 'template')
  if (isFinite) return members
  return structure.kind === 'union' ? structure.members : [type]
}

function append(piece: Piece, types: readonly TypeModel[], text: string): Piece[] {
  return types.map((type) => {
    const last = piece.texts.at(-1) ?? ''
    const before = piece.texts.slice(0, -1)
    const fixed = fixedText(type)
    if (fixed !== undefined)
      return { texts: [...before, `${last}${fixed}${text}`], types: piece.types }
    if (type.kind === 'template') {
      const [first = '', ...rest] = type.texts
      const texts = [...before, `${last}${first}`, ...rest]
      return {
        texts: [...texts.slice(0, -1), `${texts.at(-1) ?? ''}${text}`],
        types: [...piece.types, ...type.types],
      }
    }
    return { texts: [...piece.texts, text], types: [...piece.types, type] }
  })
}

function fixedText(type: TypeModel): string | undefined {
  if (type.kind === 'literal') return String(type.value)
  return isPrimitive(type, 'null') || isPrimitive(type, 'undefined')
    ? type.kind === 'primitive'
      ? type.name
      : undefined
    : undefined
}

function toType({ texts, types }: Piece, span: SourceSpan): TypeModel {
  const [text = ''] = texts
  const [only] = types
  if (types.length === 0) return literal(text, span)
  if (only !== undefined && types.length === 1 && texts.every((each) => each === '')) {
    if (isPrimitive(only, 'string')) return primitive('string', span)
  }
  return { kind: 'template', texts, types, span }
}

const partPatterns: Readonly<Record<string, string>> = {
  string: '[^]*',
  any: '[^]*',
  number: String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`,
  bigint: String.raw`-?\d+`,
  boolean: '(?:true|false)',
}

/** Whether a text is one that a template admits. */
export function templateMatches(template: TemplateType, text: string): Verdict {
  const parts = template.types.map((type) =>
    type.kind === 'primitive' ? partPatterns[type.name] : undefined,
  )
  if (parts.some((part) => part === undefined)) return 'maybe'
  const pattern = template.texts
    .map((each, index) => `${escapePattern(each)}${parts[index] ?? ''}`)
    .join('')
  return new RegExp(`^${pattern}$`, 'u').test(text) ? 'yes' : 'no'
}

export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}

const casings: Readonly<Record<string, (text: string) => string>> = {
  Uppercase: (text) => text.toUpperCase(),
  Lowercase: (text) => text.toLowerCase(),
  Capitalize: (text) => text.charAt(0).toUpperCase() + text.slice(1),
  Uncapitalize: (text) => text.charAt(0).toLowerCase() + text.slice(1),
}

/** `Uppercase<T>` and its like; what is not a literal is `unsupported`. */
export function changeCase(
  name: string,
  type: TypeModel,
  place: { readonly span: SourceSpan; readonly text: string; readonly reading: Reading },
): TypeModel {
  const { span, text, reading } = place
  const change = casings[name]
  const members = alternatives(type, reading).map((member): TypeModel => {
    if (member.kind === 'literal' && change !== undefined)
      return literal(change(String(member.value)), span)
    return { kind: 'unsupported', reason: name, text, span }
  })
  return unionOf(members, span, reading.keyOf)
}
