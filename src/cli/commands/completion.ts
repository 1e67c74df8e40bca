import type { CommandContext, CommandOutcome, OptionValues } from '../command.ts'

export function run(_: OptionValues, { writeOut }: CommandContext): Promise<CommandOutcome> {
  writeOut('')
  return Promise.resolve({})
}
