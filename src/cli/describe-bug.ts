import { showText } from '../apimachinery/terminal-text.ts'
import { readVersions } from './versions.ts'

/** What to print where kops itself is at fault. */
export function describeBug(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const { kops, node, platform } = readVersions()
  return `${showText(stack)}\n\nthis is a bug in kops ${kops} (Node ${node}, ${platform}); please report it with the lines above\n`
}
