import type { SourceSpan } from './diagnostic.ts'
import { displayCells, displayWidth, type DisplayCell } from './display-cells.ts'
import { lineAt, splitLines, type SourceLine } from './source-location.ts'

/** How the parts of a frame are coloured; each leaves the text alone where colour is off. */
export interface FrameStyle {
  /** Columns that the largest line number of the diagnostic takes. */
  readonly gutterWidth: number
  readonly paintGutter: (text: string) => string
  readonly paintMark: (text: string) => string
}

const widestLine = 160
const contextBefore = 40
const mostLines = 6

/** The lines that a span touches, with the span underlined. */
export function renderFrame(text: string, span: SourceSpan, style: FrameStyle): readonly string[] {
  const lines = splitLines(text)
  const trimmed = trimEnd(text, span)
  const first = lineAt(lines, trimmed.start)
  const last = lineAt(lines, Math.max(trimmed.start, trimmed.end - 1))
  const isSingle = first.number === last.number
  const body = isSingle
    ? singleLine(first, trimmed, style)
    : severalLines(lines.slice(first.number - 1, last.number), trimmed, style)
  return [gutter(style), ...body]
}

/** Blanks and line breaks at the end of a span are not underlined. */
function trimEnd(text: string, { path, start, end }: SourceSpan): SourceSpan {
  return { path, start, end: start + text.slice(start, end).trimEnd().length }
}

function singleLine(line: SourceLine, span: SourceSpan, style: FrameStyle): readonly string[] {
  const all = displayCells(line.text)
  const from = cellFrom(all, span.start - line.start)
  const until = Math.max(cellUntil(all, span.end - line.start), from)
  const { cells, offset } = crop(all, from)
  const before = displayWidth(cells.slice(0, from - offset)) + (offset > 0 ? 1 : 0)
  const width = displayWidth(cells.slice(from - offset, until - offset))
  const cut = { start: offset > 0, end: offset + cells.length < all.length }
  return [
    gutter(style, line.number, `${cut.start ? '…' : ''}${shown(cells)}${cut.end ? '…' : ''}`),
    gutter(style, undefined, ' '.repeat(before) + style.paintMark('^'.repeat(Math.max(width, 1)))),
  ]
}

/** The span's first lines and its last, tied together by a bar on the left. */
function severalLines(
  touched: readonly SourceLine[],
  span: SourceSpan,
  style: FrameStyle,
): readonly string[] {
  const bar = style.paintMark('|')
  const [first, ...others] = touched
  const last = others.at(-1)
  if (first === undefined || last === undefined) return []
  const middle = elide(others).map((line) =>
    line === undefined
      ? style.paintGutter('...')
      : gutter(style, line.number, `${bar} ${cropped(line)}`),
  )
  const closing = gutter(style, undefined, bar + style.paintMark(`${reach(last, span.end - 1)}^`))
  return [...opening(first, span, style), ...middle, closing]
}

function opening(first: SourceLine, { start }: SourceSpan, style: FrameStyle): readonly string[] {
  const isIndent = first.text.slice(0, start - first.start).trim() === ''
  if (isIndent) return [gutter(style, first.number, `${style.paintMark('/')} ${cropped(first)}`)]
  return [
    gutter(style, first.number, `  ${cropped(first)}`),
    gutter(style, undefined, ` ${style.paintMark(`${reach(first, start)}^`)}`),
  ]
}

/** The line that leads from the bar to a place in the source. */
function reach(line: SourceLine, offset: number): string {
  const cells = displayCells(line.text)
  const width = displayWidth(cells.slice(0, cellFrom(cells, offset - line.start)))
  return '_'.repeat(Math.min(width, widestLine) + 1)
}

/** Leaves out the middle of a long span: `undefined` stands for it. */
function elide(lines: readonly SourceLine[]): readonly (SourceLine | undefined)[] {
  if (lines.length <= mostLines) return lines
  return [...lines.slice(0, mostLines - 3), undefined, ...lines.slice(-2)]
}

function cropped(line: SourceLine): string {
  const all = displayCells(line.text)
  const { cells } = crop(all, 0)
  return shown(cells) + (cells.length < all.length ? '…' : '')
}

/** The part of a long line around the cell that matters. */
function crop(
  cells: readonly DisplayCell[],
  focus: number,
): { readonly cells: readonly DisplayCell[]; readonly offset: number } {
  if (displayWidth(cells) <= widestLine) return { cells, offset: 0 }
  const offset = focus < widestLine - contextBefore ? 0 : focus - contextBefore
  return { cells: cells.slice(offset, offset + widestLine), offset }
}

/** The cell that an offset of the line falls into; one past the last at the line's end. */
function cellFrom(cells: readonly DisplayCell[], offset: number): number {
  const next = cells.findIndex(({ start }) => start > offset)
  if (next >= 0) return Math.max(next - 1, 0)
  const last = cells.at(-1)
  const isInside = last !== undefined && offset < last.start + last.length
  return isInside ? cells.length - 1 : cells.length
}

/** The first cell that starts at or after an offset. */
function cellUntil(cells: readonly DisplayCell[], offset: number): number {
  const index = cells.findIndex(({ start }) => start >= offset)
  return index < 0 ? cells.length : index
}

function shown(cells: readonly DisplayCell[]): string {
  return cells.map((cell) => cell.shown).join('')
}

function gutter(style: FrameStyle, number?: number, text = ''): string {
  const label = String(number ?? '').padStart(style.gutterWidth)
  return `${style.paintGutter(`${label} |`)} ${text}`.trimEnd()
}
