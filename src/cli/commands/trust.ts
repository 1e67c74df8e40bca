import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CommandContext, CommandOutcome, OptionValues } from '../command.ts'
import { packageDirectory } from '../own-package.ts'
import { findProjectRoot } from '../project-root.ts'
import { findProjectCopy } from '../trust/project-copy.ts'
import { describeRecordProblem } from '../trust/user-recovery.ts'

/** `kops trust` confirms a project, lists what was confirmed, or takes it back. */
export function run(options: OptionValues, context: CommandContext): Promise<CommandOutcome> {
  try {
    if (options['list'] === true) list(options, context)
    else if (options['revoke'] === true) revoke(context)
    else confirm(context)
  } catch (error) {
    context.sink.report('project/unusable-record', { reason: describeRecordProblem(error) })
  }
  return Promise.resolve({})
}

function list(options: OptionValues, { operands, trust, sink, writeOut }: CommandContext): void {
  if (options['revoke'] === true || operands.length > 0) {
    const [name = '--revoke'] = operands
    return sink.report('args/excess-argument', { command: 'kops trust --list', name })
  }
  writeOut(
    trust
      .list()
      .map((path) => `${path}\n`)
      .join(''),
  )
}

function confirm(context: CommandContext): void {
  const { sink, trust, writeOut } = context
  const folder = folderOf(context)
  const project = findProjectRoot(folder)
  if (project === undefined) {
    const helps = ['name a folder of the project: `kops trust FOLDER`']
    return sink.report('project/not-found', {}, { helps })
  }
  const path = trust.keep(project, 'trusted')
  const copy = findProjectCopy(path, packageDirectory)
  const effect =
    copy === undefined
      ? '  kops completes its journal, and runs its own copy of kops once there is one\n'
      : `  kops completes its journal, and runs kops ${copy.version} of ${copy.folder}\n`
  writeOut(`trusted ${path}\n${effect}`)
}

/** A project that is gone can be taken back too. */
function revoke(context: CommandContext): void {
  const { trust, writeOut } = context
  const folder = folderOf(context)
  const project = trust.isTrusted(folder) ? folder : (findProjectRoot(folder) ?? folder)
  const isRevoked = trust.revoke(project)
  writeOut(`${toRealPath(project)} is ${isRevoked ? 'no longer trusted' : 'not in the record'}\n`)
}

function folderOf({ directory, operands }: CommandContext): string {
  return resolve(directory, ...operands)
}

function toRealPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path // gone: it has the path it was called by
  }
}
