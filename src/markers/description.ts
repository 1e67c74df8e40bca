import type { Comment } from '../typemodel/model.ts'
import { linesOf } from './comment-text.ts'
import type { CommentParts } from './split-comment.ts'

/*
 * Which comment describes a declaration, and what of it is shown to users of the API.
 *
 * What editors show on hover describes: the JSDoc block nearest above the declaration that holds text.
 * Only where there is no JSDoc at all, `//` lines that touch the declaration do, as in Go. A licence
 * header, an overview of the file and a comment that carries package markers describe the file.
 */

/** A comment with its parts. */
export interface ReadComment {
  readonly comment: Comment
  readonly parts: CommentParts
}

/** The public text of the comments above a declaration. */
export function buildDescription(
  comments: readonly ReadComment[],
  readText: (path: string) => string | undefined,
): string {
  const jsdoc = comments.filter(
    ({ comment, parts }) => comment.form === 'jsdoc' && !describesFile(comment, parts),
  )
  for (const { parts } of jsdoc.toReversed()) {
    const text = publicText(parts.prose)
    if (text !== '') return text
  }
  if (jsdoc.length > 0) return ''
  const lines = touchingLines(comments, readText)
  if (lines.some(({ comment, parts }) => describesFile(comment, parts))) return ''
  return publicText(lines.flatMap(({ parts }) => parts.prose).filter((line) => !isDirective(line)))
}

const fileTags =
  /(?:^|\s)@(?:licen[cs]e|file|fileoverview|overview|packageDocumentation|module|copyright)\b/
const licenceText = /\b(?:copyright|licen[cs]ed?\b|SPDX-License-Identifier)/i
const packageMarkers = /^\+(?:groupName|versionName|kubebuilder:skip)(?![\w:])/

function describesFile(comment: Comment, { markers }: CommentParts): boolean {
  if (markers.some(({ text }) => packageMarkers.test(text))) return true
  if (comment.form !== 'jsdoc') return false
  const text = linesOf(comment)
    .map((line) => line.text)
    .join('\n')
  return fileTags.test(text) || (comment.span.start <= 1 && licenceText.test(text))
}

/** The run of `//` lines that ends on the line above the declaration. */
function touchingLines(
  comments: readonly ReadComment[],
  readText: (path: string) => string | undefined,
): ReadComment[] {
  const run: ReadComment[] = []
  for (const each of comments.toReversed()) {
    const { form, span } = each.comment
    const text = readText(span.path)
    if (form !== 'line' || text === undefined || !isFollowedByText(text, span.end)) break
    run.unshift(each)
  }
  return run.length > 0 && isLicence(run) ? [] : run
}

function isLicence(run: readonly ReadComment[]): boolean {
  const first = run[0]
  const text = run.flatMap(({ parts }) => parts.prose).join('\n')
  return first !== undefined && first.comment.span.start <= 1 && licenceText.test(text)
}

/** Whether the next line holds something. */
function isFollowedByText(text: string, end: number): boolean {
  return /^(?:\r\n|[\n\r\u2028\u2029])[ \t]*\S/.test(text.slice(end, end + 400))
}

/** Lines that speak to tools. */
function isDirective(line: string): boolean {
  return /^\s*(?:@ts-|\/|eslint-|oxlint-|prettier-|biome-|tslint:|istanbul |[cv]8 |#(?:end)?region)/.test(
    line,
  )
}

/**
 * controller-gen's rules: lines that begin with TODO and all that follows a line of dashes are internal,
 * but not inside a fence; blank lines are collapsed, and none stands at the ends.
 */
export function publicText(prose: readonly string[]): string {
  const lines: string[] = []
  let isFenced = false
  for (const line of prose.map((each) => each.trimEnd())) {
    if (/^(?:```|~~~)/.test(line)) isFenced = !isFenced
    if (!isFenced && line.startsWith('TODO')) continue
    if (!isFenced && line.startsWith('---')) break
    if (line !== '' || (lines.length > 0 && lines.at(-1) !== '')) lines.push(line)
  }
  if (lines.at(-1) === '') lines.pop()
  return lines.join('\n')
}
