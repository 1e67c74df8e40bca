import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseCommandLine } from './command-line.ts'
import { processHost, type Host } from './host.ts'
import { findOwnCopy } from './project-root.ts'
import { resolve } from 'node:path'

/** The folder of this package: of the checkout, or of the installed copy. */
const packageRoot = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The command. Start reading here: the command line is read by the table in `commands.ts`, help is
 * answered at once, and all else is loaded when a command runs.
 */
export async function main(host: Host = processHost()): Promise<void> {
  const copy = findOwnCopy(startDirectory(host), packageRoot)
  if (copy === undefined) process.exitCode = await answer(host)
  else await import(pathToFileURL(copy).href)
}

async function answer(host: Host): Promise<number> {
  const line = parseCommandLine(host.argv)
  if (line.kind === 'help') {
    host.writeOut(line.text)
    return 0
  }
  const { runCommandLine } = await import('./run-command-line.ts')
  return runCommandLine(line, host)
}

/** Where `-C` leads, read before the command line is: another copy may know other commands. */
function startDirectory({ argv, workingDirectory }: Host): string {
  const at = argv.indexOf('-C')
  return resolve(workingDirectory, at < 0 ? '' : (argv[at + 1] ?? ''))
}
