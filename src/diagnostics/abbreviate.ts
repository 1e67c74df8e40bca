/** A longer line is cut; markers and rules of ordinary length stay whole. */
const longestLine = 400
const keptOfLine = 80
/** So many equal lines in a row are shown. */
const mostEqual = 3
/** A longer text loses its middle. */
const mostLines = 60
const keptAtEnd = 10

/**
 * Returns a text as pages show it: equal lines in a row, the rest of very long lines and the middle of a very
 * long text become a remark on what is left out.
 */
export function abbreviate(text: string): string {
  const lines = foldEqual(text.split('\n')).map(cutLine)
  if (lines.length <= mostLines) return lines.join('\n')
  const head = lines.slice(0, mostLines - keptAtEnd)
  const tail = lines.slice(-keptAtEnd)
  return [...head, `… ${lines.length - mostLines} more lines`, ...tail].join('\n')
}

function foldEqual(lines: readonly string[]): string[] {
  const folded: string[] = []
  let start = 0
  while (start < lines.length) {
    const line = lines[start] ?? ''
    let end = start
    while (lines[end] === line) end += 1
    const count = end - start
    if (count <= mostEqual) folded.push(...lines.slice(start, end))
    else folded.push(line, `… ${count - 1} more lines like it`)
    start = end
  }
  return folded
}

/** Cuts between words. */
function cutLine(line: string): string {
  if (line.length <= longestLine) return line
  const kept = line.slice(0, keptOfLine).replace(/\s+\S*$/, '')
  return `${kept}… (${line.length - kept.length} more characters)`
}
