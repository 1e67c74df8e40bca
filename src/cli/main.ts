import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { endOnError } from './describe-bug.ts'
import { processHost, type Host } from './host.ts'
import { findPreparedHelp } from './prepared-help.ts'
import { isOwnBusiness } from './trust/own-business.ts'
import { findProjectCopy, type ProjectCopy } from './trust/project-copy.ts'
import { TrustRecord } from './trust/trust-record.ts'

/** The folder of this package: of the checkout, or of the installed copy. */
const packageRoot = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The command. Start reading here: help is answered at once, and a project that the user trusts gets its
 * own copy; else the command line is read by the table in `commands.ts`, and the code of a command is
 * loaded when it runs.
 */
export async function main(host: Host = processHost()): Promise<void> {
  process.once('uncaughtException', (error) => {
    process.exit(endOnError(error, host))
  })
  const copy = isOwnBusiness(host.argv)
    ? undefined
    : findProjectCopy(startDirectory(host), packageRoot)
  if (copy === undefined) process.exitCode = await answer(host)
  else if (await mayRun(copy, host)) await import(pathToFileURL(copy.startFile).href)
  else process.exitCode = 1
}

/** The record answers for a project that is known; all else is asked or reported with heavier means. */
async function mayRun(copy: ProjectCopy, host: Host): Promise<boolean> {
  if (isTrusted(copy, host)) return true
  const { confirmCopy } = await import('./run-command-line.ts')
  return confirmCopy(copy, host)
}

function isTrusted({ project }: ProjectCopy, { environment }: Host): boolean {
  try {
    return new TrustRecord(environment).isTrusted(project)
  } catch {
    return false // what is wrong with the record is reported by `confirmCopy`
  }
}

async function answer(host: Host): Promise<number> {
  const help = findPreparedHelp(host.argv)
  if (help !== undefined) {
    host.writeOut(help)
    return 0
  }
  const { runCommandLine } = await import('./run-command-line.ts')
  return runCommandLine(host)
}

/** Where `-C` leads, read before the command line is: another copy may know other commands. */
function startDirectory({ argv, workingDirectory }: Host): string {
  const steps = argv.flatMap((word, index) => {
    if (word === '-C') return argv[index + 1] ?? []
    return word.startsWith('-C') ? word.slice(2) : []
  })
  return resolve(workingDirectory, ...steps)
}
