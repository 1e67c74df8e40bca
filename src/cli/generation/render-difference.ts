import { createTwoFilesPatch } from 'diff'

/** A unified diff from a file as it is to what it would be. Absent: the file is not there. */
export function renderDifference(
  path: string,
  current: string | undefined,
  planned: string | undefined,
): string {
  const patch = createTwoFilesPatch(
    current === undefined ? '/dev/null' : `a/${path}`,
    planned === undefined ? '/dev/null' : `b/${path}`,
    withUnixLineEnds(current ?? ''),
    planned ?? '',
    undefined,
    undefined,
    { context: 3 },
  )
  return patch.replace(/^=+\n/, '')
}

/** Line ends alone make no file stale: version control may change them. */
function withUnixLineEnds(text: string): string {
  return text.replaceAll('\r\n', '\n')
}
