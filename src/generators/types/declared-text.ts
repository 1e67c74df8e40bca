import { buildDescription } from '../../markers/description.ts'
import { splitComment } from '../../markers/split-comment.ts'
import { findTag } from '../../markers/definitions.ts'
import { scanComments } from '../../typemodel/comments.ts'
import { stringText } from './marker-text.ts'

/*
 * What stands above a declaration: the description as a comment, and the markers below it. A comment
 * loses some texts (white space at ends, lines that begin like markers): what it says is read back, and a
 * text that it cannot hold becomes a marker.
 */

export interface DeclaredText {
  readonly description?: string | undefined
  /** Without `// +`. */
  readonly markers: readonly string[]
}

/** The lines above a declaration, each ending in a line feed. */
export function renderText({ description, markers }: DeclaredText, indent: string): string {
  const lines = markers.map((marker) => `${indent}// +${marker}\n`)
  if (description === undefined) return lines.join('')
  const comment = commentFor(description, indent)
  if (comment !== undefined) return [comment, ...lines].join('')
  return [`${indent}// +kops:description=${stringText(description)}\n`, ...lines].join('')
}

/** The same for readers of the source alone: as a comment, whatever it says. */
export function renderPlainText(description: string | undefined, indent: string): string {
  if (description === undefined || description.trim() === '') return ''
  const text = description.trim().replaceAll('*/', String.raw`*\/`)
  return jsdocFor(text.replaceAll(markerStart, String.raw`\+`), indent)
}

/** What would make a marker of a line. */
const markerStart = /(?<=(?:^|[\n\r\u2028\u2029])\s*)\+(?=[A-Za-z])/g

/** Whether a JSDoc comment can hold the text. */
export function fitsJsdoc(text: string): boolean {
  return !text.includes('*/') && readsBack(jsdocFor(text, ''), text)
}

/** A comment that reads back as the text. */
function commentFor(text: string, indent: string): string | undefined {
  if (fitsJsdoc(text)) return jsdocFor(text, indent)
  const lines = linesFor(text, indent)
  return !looksTagged(text) && readsBack(lines, text) ? lines : undefined
}

function jsdocFor(text: string, indent: string): string {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/)
  if (lines.length === 1 && indent.length + text.length <= 93) return `${indent}/** ${text} */\n`
  const starred = lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`)
  return `${indent}/**\n${starred.join('')}${indent} */\n`
}

function linesFor(text: string, indent: string): string {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/)
  return lines.map((line) => `${indent}//${line === '' ? '' : ` ${line}`}\n`).join('')
}

/** `// @minimum 1` would be taken for a tag in the wrong place. */
function looksTagged(text: string): boolean {
  return text
    .split('\n')
    .some((line) => findTag(/^\s*@([A-Za-z]\w*)(?=\s|$)/.exec(line)?.[1] ?? '') !== undefined)
}

/** Texts of the common sort: no character in them means anything to a comment. */
const plainText = /^[A-Z][^\n\r\u2028\u2029`~@*\\]*[\w.)'"]$/

function readsBack(comment: string, text: string): boolean {
  if (plainText.test(text) && !text.startsWith('TODO')) return true
  // Above something, and not at the start of a file, where a licence would stand.
  const path = ''
  const source = `x\n${comment}x`
  const comments = scanComments({ path, text: source }, () => [])
  const read = comments.map((each) => ({ comment: each, parts: splitComment(each) }))
  const isProse = read.every(({ parts }) => parts.markers.length === 0 && parts.tags.length === 0)
  return isProse && buildDescription(read, () => source) === text
}
