import type { CommandContext, CommandOutcome, OptionValues } from '../command.ts'
import { readVersions } from '../versions.ts'

export function run(options: OptionValues, { writeOut }: CommandContext): Promise<CommandOutcome> {
  const versions = readVersions()
  const lines = Object.entries(versions).map(([name, value]) => `${name.padEnd(12)}${value}\n`)
  writeOut(options['json'] === true ? `${JSON.stringify(versions, null, 2)}\n` : lines.join(''))
  return Promise.resolve({})
}
