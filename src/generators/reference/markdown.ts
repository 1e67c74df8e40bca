/*
 * Text of users as Markdown shows it: as it was written, and nothing in it as a sign of Markdown or HTML.
 */

const signs = /[\\`*_{}[\]<>|~]|&(?=#?\w+;)/g

/** An address, without a sign that would end a sentence. */
const address = /(https?:\/\/[^\s<>"'`|]*[^\s<>"'`|.,;:!?)\]])/

/** All that any reader of Markdown takes for the end of a line. */
const lineEnds = /[\n\r\v\f\u0085\u2028\u2029]+/g

/** A text within a line. Line ends are blanks, and addresses are links. */
export function escapeText(text: string): string {
  return text
    .replaceAll(/\s*[\n\r\v\f\u0085\u2028\u2029]\s*/g, ' ')
    .split(address)
    .map((part, index) => (index % 2 === 1 ? `<${part}>` : part.replaceAll(signs, '\\$&')))
    .join('')
}

/** A text of several paragraphs: lines of one are joined, and blank lines and lists kept. */
export function escapeParagraphs(text: string): string {
  return text
    .split(/\r?\n[ \t]*\r?\n/)
    .map((paragraph) => escapeLines(paragraph.split(/\r?\n/)))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}

function escapeLines(lines: readonly string[]): string {
  return lines.map((line) => escapeLineStart(escapeText(line.trim()))).join('\n')
}

/** What would begin a list, a heading or a rule at the start of a line stays a text, lists excepted. */
function escapeLineStart(line: string): string {
  return line.replace(/^([#+=]|-(?=-|$))/, '\\$1').replace(/^(\d+)\)/, '$1\\)')
}

/** A text in a cell of a table: on one line, its paragraphs apart. */
export function escapeCell(text: string): string {
  return text
    .split(/\r?\n[ \t]*\r?\n/)
    .map((paragraph) => escapeText(paragraph.trim()))
    .filter((paragraph) => paragraph !== '')
    .join('<br><br>')
}

/** Code within a line. */
export function code(text: string): string {
  return fence(oneLine(text))
}

/** Code in a cell of a table, where a bar would end the cell even within backticks. */
export function cellCode(text: string): string {
  if (!text.includes('\\|')) return code(text).replaceAll('|', '\\|')
  // Readers of Markdown differ on a bar behind two backslashes; HTML has a name for it.
  const line = oneLine(text)
  return `<code>${line.replaceAll(/[^\p{L}\p{N} ]/gu, (sign) => `&#${sign.codePointAt(0)};`)}</code>`
}

function oneLine(text: string): string {
  return text.replaceAll(lineEnds, ' ')
}

function fence(line: string): string {
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length))
  const ticks = '`'.repeat(longest + 1)
  const needsPadding = line.startsWith('`') || line.endsWith('`') || line.trim() === ''
  return needsPadding ? `${ticks} ${line} ${ticks}` : `${ticks}${line}${ticks}`
}

/** A table; cells are Markdown already. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('')
}

/** The anchor of a heading that is one word. */
export function anchorOf(name: string): string {
  return name.toLowerCase()
}
