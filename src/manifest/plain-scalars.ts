/** One line of a text. */
export interface TextLine {
  /** How many spaces stand in front. */
  readonly indent: number
  /** What follows them, without white space at its end. */
  readonly text: string
  readonly whole: string
}

/** Without the spaces in front; other white space is text to YAML. */
export function withoutStart(text: string): string {
  let start = 0
  while (text.charCodeAt(start) === 32) start++
  return start === 0 ? text : text.slice(start)
}

/** Without the spaces and tabs at the end. */
export function withoutEnd(text: string): string {
  let end = text.length
  while (text.charCodeAt(end - 1) === 32 || text.charCodeAt(end - 1) === 9) end--
  return text.slice(0, end)
}

/** Where a scalar goes on: `at` is the line after the one that it begins in. */
export interface ScalarPlace {
  readonly lines: readonly TextLine[]
  readonly at: number
  /** The indentation of what the scalar belongs to. */
  readonly indent: number
}

/** A scalar, and the line after its last one. */
export interface FoundScalar {
  readonly text: string
  readonly at: number
}

const header = /^([|>])([+-]?)(?: +#.*)?$/

/** A literal or folded scalar; undefined where it has anything unusual. */
export function readBlockScalar(start: string, place: ScalarPlace): FoundScalar | undefined {
  const [, style, chomping = ''] = header.exec(start) ?? []
  const found = style === undefined ? undefined : listBlockLines(place)
  if (found === undefined) return undefined
  const { contents, at } = found
  const last = contents.findLastIndex((each) => each !== '')
  const said = contents.slice(0, last + 1)
  const body = style === '>' ? fold(said) : said.join('\n')
  if (body === undefined) return undefined
  const after = contents.length - said.length
  return { at, text: body + endOf(chomping, { isEmpty: said.length === 0, after }) }
}

/** The line breaks that a scalar keeps at its end. */
function endOf(
  chomping: string,
  { isEmpty, after }: { readonly isEmpty: boolean; readonly after: number },
): string {
  if (chomping === '-') return ''
  if (chomping === '+') return '\n'.repeat(isEmpty ? after : after + 1)
  return isEmpty ? '' : '\n'
}

/** The lines of a block without their indentation, blank ones at the end among them. */
function listBlockLines({
  lines,
  at,
  indent,
}: ScalarPlace): { readonly contents: string[]; readonly at: number } | undefined {
  const first = nextSaying(lines, at)
  const column = first !== undefined && first.indent > indent ? first.indent : undefined
  const contents: string[] = []
  let index = at
  for (let line = lines[index]; line !== undefined; line = lines[++index]) {
    const isBlank = line.indent === line.whole.length
    if (!isBlank && line.indent <= indent) break
    const content = column === undefined ? line.whole : contentOf(line, column, contents.length)
    if (content === undefined) return undefined
    contents.push(content)
  }
  // Without a line that says something, spaces have no column to be counted from.
  if (column === undefined && contents.some((each) => each !== '')) return undefined
  // The text's last line break begins no line of its own.
  if (index === lines.length && contents.at(-1) === '') contents.pop()
  return { contents, at: index }
}

function nextSaying(lines: readonly TextLine[], at: number): TextLine | undefined {
  let index = at
  while (lines[index]?.text === '') index++
  return lines[index]
}

/** What a line says from a column on; undefined where it is unusual. */
function contentOf(line: TextLine, column: number, before: number): string | undefined {
  const isBlank = line.indent === line.whole.length
  if (!isBlank) return line.indent < column ? undefined : line.whole.slice(column)
  // A blank line in front that is further in is a mistake.
  return before === 0 && line.whole !== '' ? undefined : line.whole.slice(column)
}

/** Lines that are further in, or hold spaces alone, are not folded: those are left to others. */
function fold(contents: readonly string[]): string | undefined {
  if (contents.some((each) => /^[ \t]/.test(each))) return undefined
  let text = ''
  let breaks = 0
  for (const [index, content] of contents.entries()) {
    if (content === '') breaks++
    else {
      text += index === 0 || breaks > 0 ? '\n'.repeat(breaks) : ' '
      text += content
      breaks = 0
    }
  }
  return text
}

/** What follows a scalar in quotes. */
const onlyComment = /^(?: +#.*)? *$/

/**
 * A scalar in quotes, on one line or several. As Kubernetes' own reader, it lets the further lines be indented less than
 * YAML would have it, which old generators of CRDs make use of. Undefined where it has anything
 * unusual.
 */
export function foldQuoted(start: string, place: ScalarPlace): FoundScalar | undefined {
  const quote = start.charAt(0)
  const before: string[] = []
  let text = start.slice(1)
  // No escape reaches over the end of a line, so that each line is searched once.
  for (let { at } = place; ; at++) {
    const end = quote === '"' ? endOfDouble(text) : endOfSingle(text)
    if (end >= 0) {
      if (!onlyComment.test(text.slice(end + 1))) return undefined
      const inner = unquote([...before, text.slice(0, end)].join('\n'), quote)
      return inner === undefined ? undefined : { text: inner, at }
    }
    const line = place.lines[at]
    if (line === undefined) return undefined
    before.push(text)
    text = line.whole
  }
}

function endOfSingle(text: string): number {
  for (let at = text.indexOf("'"); at >= 0; at = text.indexOf("'", at + 2)) {
    if (text[at + 1] !== "'") return at
  }
  return -1
}

function endOfDouble(text: string): number {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return -1
}

/** Escapes that JSON has too, and that of a space. Others are rare. */
const plainEscapes = /^(?:[^\\]|\\["\\/bfnrt \n]|\\u[0-9a-fA-F]{4})*$/

function unquote(text: string, quote: string): string | undefined {
  if (text.includes('\t')) return undefined
  const folded = text.includes('\n') ? foldLines(text, quote === '"') : text
  if (quote === "'") return folded.replaceAll("''", "'")
  if (!plainEscapes.test(text) || /\\\n *(?:\n|$)/.test(text)) return undefined
  const json = folded
    .replaceAll('\n', String.raw`\n`)
    .replaceAll(/\\(.)/g, (whole, character: string) => (character === ' ' ? ' ' : whole))
  return JSON.parse(`"${json}"`)
}

/** Whether the line ends in a backslash that takes the line break away. */
function isContinued(line: string): boolean {
  return (/\\*$/.exec(line)?.[0].length ?? 0) % 2 === 1
}

/** A line break is a space, and each blank line after it a line break. White space around it goes. */
function foldLines(text: string, mayContinue: boolean): string {
  const all = text.split('\n')
  let folded = ''
  let glue = ''
  let breaks = 0
  for (const [index, whole] of all.entries()) {
    const isLast = index === all.length - 1
    const continues = mayContinue && !isLast && isContinued(whole)
    const inner = index === 0 ? whole : withoutStart(whole)
    const line = continues ? inner.slice(0, -1) : isLast ? inner : trimLineEnd(inner, mayContinue)
    if (line === '' && index > 0 && !isLast && !continues) breaks++
    else {
      folded += (breaks === 0 ? glue : '\n'.repeat(breaks)) + line
      breaks = 0
      glue = continues ? '' : ' '
    }
  }
  return folded
}

/** A space that is escaped stays. */
function trimLineEnd(line: string, mayContinue: boolean): string {
  const trimmed = withoutEnd(line)
  return mayContinue && trimmed !== line && isContinued(trimmed) ? `${trimmed} ` : trimmed
}
