import { inputLimits } from '../input/input-limits.ts'

/** What begins a list, a complex key or its value, several of which may stand on one line. */
const compact = /(?:[-?:][ \t]+|[-?:]$)/y

const opening = /[[{]/g

/**
 * Returns the offset where a text nests deeper than the limit, undefined where it does not. It is asked before the reader
 * of YAML, whose time and stack grow with the depth: the time of nested `? ` even exponentially.
 */
export function findDeepNesting(text: string): number | undefined {
  const columns: number[] = []
  let flow = 0
  let start = 0
  while (start < text.length) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    const depth = pushColumns(text.slice(start, end), columns)
    flow = Math.max(0, flow + balanceOf(text, start, end))
    if (depth > inputLimits.depth || flow > inputLimits.depth) return start
    if (opensTooMany(text.slice(start, end))) return start
    // A key or item of a block begins anew; brackets in texts before it need no partner.
    if (/^[ \t]*(?:- |[\w.$/-]+:(?: |$))/.test(text.slice(start, Math.min(end, start + 200))))
      flow = 0
    start = end + 1
  }
  return undefined
}

/** Keeps the columns at which the blocks around a line begin, and returns how many there are. */
function pushColumns(line: string, columns: number[]): number {
  let at = 0
  while (line[at] === ' ' || line[at] === '\t') at++
  if (at === line.length) return columns.length
  while (columns.length > 0 && (columns.at(-1) ?? 0) >= at) columns.pop()
  columns.push(at)
  for (;;) {
    compact.lastIndex = at
    if (!compact.test(line)) return columns.length
    at = compact.lastIndex
    columns.push(at)
    if (columns.length > inputLimits.depth + 1) return columns.length
  }
}

function balanceOf(text: string, start: number, end: number): number {
  let balance = 0
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === 91 || code === 123) balance++
    else if (code === 93 || code === 125) balance--
  }
  return balance
}

/** Whether one line opens more brackets at once than the limit. */
function opensTooMany(line: string): boolean {
  if (line.length <= inputLimits.depth) return false
  let depth = 0
  for (const character of line) {
    if (opening.test(character)) depth++
    else if ((character === ']' || character === '}') && depth > 0) depth--
    opening.lastIndex = 0
    if (depth > inputLimits.depth) return true
  }
  return false
}
