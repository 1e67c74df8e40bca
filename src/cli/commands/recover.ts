import { discardJournal } from '../../scaffold/discard-journal.ts'
import { hasSteps } from '../../scaffold/journal.ts'
import { diskFileSystem } from '../../scaffold/file-system.ts'
import { settleProject } from '../../scaffold/project-lock.ts'
import type { CommandContext, CommandOutcome, OptionValues } from '../command.ts'

/** `kops recover` ends what a killed command began: forwards, backwards, or by giving it up. */
export async function run(options: OptionValues, context: CommandContext): Promise<CommandOutcome> {
  const { root, sink, writeOut } = context
  if (options['discard'] === true) {
    const paths = discardJournal(root, sink)
    if (!sink.hasErrors) writeOut(describeDiscarded(paths))
    return {}
  }
  const wasUnfinished = hasSteps(root, diskFileSystem)
  await settleProject(root, context)
  if (!sink.hasErrors && !wasUnfinished) writeOut('nothing to recover\n')
  return {}
}

function describeDiscarded(paths: readonly string[] | undefined): string {
  if (paths === undefined) return 'no journal to discard\n'
  const lines = paths.map((path) => `  ${JSON.stringify(path)}\n`)
  const end = paths.length === 0 ? '' : '; these files stay as they are:'
  return `discarded .kops/journal${end}\n${lines.join('')}`
}
