import type { CommandContext, CommandOutcome, OptionValues } from '../command.ts'
import { readMode } from '../generation/flags.ts'
import { collectCrds } from '../import/collect-crds.ts'
import { readTypesRequest } from '../import/types-request.ts'

/** `kops generate types` needs no project; in one it writes as all of kops's commands do. */
export async function run(options: OptionValues, context: CommandContext): Promise<CommandOutcome> {
  const request = readTypesRequest(options, context)
  const mode = readMode(options, context)
  if (request === undefined || context.sink.hasErrors) return {}
  const crds = await collectCrds(request, context)
  if (context.sink.hasErrors) return {}
  const { writeTypes } = await import('../import/write-types.ts')
  return writeTypes(crds, { request, mode, context })
}
