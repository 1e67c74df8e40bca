import type { Comment, CommentLine } from './model.ts'

/** A stretch of a file's text: `end` is exclusive. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

const token =
  /\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?(?:\*\/|$)|'(?:[^'\\\n\r]|\\[^])*'|"(?:[^"\\\n\r]|\\[^])*"|[`/]/g

/**
 * Every comment of a text, in order. `findLiterals` is asked only where a template, a regular
 * expression or a division makes the text alone ambiguous; it gives the literals in source order.
 */
export function scanComments(
  file: { readonly path: string; readonly text: string },
  findLiterals: () => readonly TextRange[],
): Comment[] {
  const { text } = file
  if (!text.includes('//') && !text.includes('/*')) return []
  const ranges = scanWithoutLiterals(text) ?? scanBetween(text, findLiterals())
  return ranges.map((range) => readComment(file, range))
}

/** `undefined` where a character could open a template or a regular expression. */
function scanWithoutLiterals(text: string): TextRange[] | undefined {
  const ranges: TextRange[] = []
  token.lastIndex = afterHashbang(text)
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [found] = match
    if (found === '`' || found === '/') return undefined
    if (found.startsWith('/')) ranges.push({ start: match.index, end: match.index + found.length })
  }
  return ranges
}

function scanBetween(text: string, literals: readonly TextRange[]): TextRange[] {
  const ranges: TextRange[] = []
  const opening = /\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?(?:\*\/|$)/g
  let next = 0
  opening.lastIndex = afterHashbang(text)
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const start = match.index
    while (next < literals.length && (literals[next]?.end ?? 0) <= start) next += 1
    const literal = literals[next]
    if (literal !== undefined && literal.start <= start) opening.lastIndex = literal.end
    else ranges.push({ start, end: start + match[0].length })
  }
  return ranges
}

function afterHashbang(text: string): number {
  return text.startsWith('#!') ? text.search(/[\n\r\u2028\u2029]|$/) : 0
}

function readComment(
  { path, text }: { readonly path: string; readonly text: string },
  { start, end }: TextRange,
): Comment {
  const span = { path, start, end }
  if (text[start + 1] === '/') {
    return { form: 'line', lines: [readLine(text, { path, start: start + 2, end })], span }
  }
  const isJsdoc = text[start + 2] === '*' && text[start + 3] !== '/'
  const inner = {
    path,
    start: start + (isJsdoc ? 3 : 2),
    end: text.endsWith('*/', end) && end - start >= 4 ? end - 2 : end,
  }
  return { form: isJsdoc ? 'jsdoc' : 'block', lines: readBlockLines(text, inner), span }
}

function readBlockLines(text: string, inner: TextRange & { readonly path: string }): CommentLine[] {
  const lines: CommentLine[] = []
  const lineEnd = /\r\n|[\n\r\u2028\u2029]/g
  let start = inner.start
  while (start <= inner.end) {
    lineEnd.lastIndex = start
    const match = lineEnd.exec(text)
    const end = match === null ? inner.end : Math.min(match.index, inner.end)
    const isFirst = start === inner.start
    const textStart = isFirst ? start : afterStar(text, { start, end })
    lines.push(readLine(text, { path: inner.path, start: textStart, end }))
    if (match === null || match.index >= inner.end) break
    start = match.index + match[0].length
  }
  return withoutBlankEnds(lines)
}

/** Past the ` *` that opens a line of a block comment. A line without a star keeps its indentation. */
function afterStar(text: string, { start, end }: TextRange): number {
  let position = start
  while (position < end && (text[position] === ' ' || text[position] === '\t')) position += 1
  return text[position] === '*' ? position + 1 : start
}

function readLine(text: string, range: TextRange & { readonly path: string }): CommentLine {
  const { path, end } = range
  const start = text[range.start] === ' ' && range.start < end ? range.start + 1 : range.start
  const line = text.slice(start, end).trimEnd()
  return { text: line, span: { path, start, end: start + line.length } }
}

/** The delimiters' own lines hold nothing. A comment keeps at least one line. */
function withoutBlankEnds(lines: CommentLine[]): CommentLine[] {
  const isBlank = (line: CommentLine | undefined): boolean => line?.text.trim() === ''
  const from = lines.length > 1 && isBlank(lines[0]) ? 1 : 0
  const to = lines.length - from > 1 && isBlank(lines.at(-1)) ? lines.length - 1 : lines.length
  return lines.slice(from, to)
}

/**
 * The comments above what starts at `start`, the token before it ending at `previousEnd`. A comment
 * that begins on the line of that token belongs to it, unless what follows stands on the line too.
 */
export function commentsAbove(
  comments: readonly Comment[],
  text: string,
  { previousEnd, start }: { readonly previousEnd: number; readonly start: number },
): Comment[] {
  const above: Comment[] = []
  for (let index = firstFrom(comments, previousEnd); index < comments.length; index += 1) {
    const comment = comments[index]
    if (comment === undefined || comment.span.end > start) break
    above.push(comment)
  }
  if (previousEnd === 0) return above
  return above.filter(
    ({ span }) => hasLineEnd(text, previousEnd, span.start) || !hasLineEnd(text, span.end, start),
  )
}

function firstFrom(comments: readonly Comment[], position: number): number {
  let low = 0
  let high = comments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((comments[middle]?.span.start ?? 0) < position) low = middle + 1
    else high = middle
  }
  return low
}

function hasLineEnd(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    const code = text.charCodeAt(index)
    if (code === 10 || code === 13 || code === 0x2028 || code === 0x2029) return true
  }
  return false
}
