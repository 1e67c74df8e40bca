import { showLine, showText } from '../apimachinery/terminal-text.ts'
import { showUrlsIn } from '../apimachinery/url-text.ts'
import { describeFileError, isFileError } from '../input/file-error.ts'
import type { Host } from './host.ts'
import { readVersions } from './versions.ts'

/** Prints what ended the command early, and returns the exit code. */
export function endOnError(error: unknown, { writeError }: Host): 1 | 3 {
  if (!isFileError(error)) {
    writeError(describeBug(error))
    return 3
  }
  // Even the files of kops itself may be out of reach: no file can be opened where the process has too many.
  const file = error.path === undefined ? 'a file' : `\`${error.path}\``
  const reason = `cannot read or write ${file}: ${describeFileError(error)}`
  writeError(`error[project/broken-file]: ${showLine(reason)}\n`)
  return 1
}

/** What to print where kops itself is at fault. */
function describeBug(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const { kops, node, platform } = readVersions()
  return `${showText(showUrlsIn(stack))}\n\nthis is a bug in kops ${kops} (Node ${node}, ${platform}); please report it with the lines above\n`
}
