import { createHash } from 'node:crypto'

/** One short text for many lines in whatever order. */
export function digestOf(lines: readonly string[]): string {
  return createHash('sha256')
    .update([...lines].sort().join('\n'))
    .digest('hex')
}
