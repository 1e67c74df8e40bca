import { nearestMarkers, renderMarkerHelp, renderMarkerList } from '../../markers/marker-help.ts'
import type { CommandContext, CommandOutcome, OptionValues } from '../command.ts'

export function run(_: OptionValues, context: CommandContext): Promise<CommandOutcome> {
  const [name] = context.operands
  if (name === undefined) context.writeOut(renderMarkerList())
  else describe(name, context)
  return Promise.resolve({})
}

function describe(name: string, { sink, writeOut }: CommandContext): void {
  const help = renderMarkerHelp(name)
  if (help !== undefined) return writeOut(help)
  const nearest = nearestMarkers(name).map((each) => `run \`kops markers ${each}\``)
  const helps = nearest.length === 0 ? ['run `kops markers` to list every marker'] : nearest
  sink.report('args/unknown-marker', { name }, { helps })
}
