import { explainCode, listCodes, renderCodeList } from '../../diagnostics/explain.ts'
import { nearestNames } from '../../diagnostics/nearest-names.ts'
import type { CommandContext, CommandOutcome, OptionValues } from '../command.ts'

export function run(_: OptionValues, context: CommandContext): Promise<CommandOutcome> {
  const [code] = context.operands
  if (code === undefined) context.writeOut(renderCodeList())
  else explain(code, context)
  return Promise.resolve({})
}

function explain(code: string, { sink, writeOut }: CommandContext): void {
  const rows = listCodes()
  const row = rows.find(([each]) => each === code)
  if (row !== undefined) return writeOut(explainCode(...row))
  const nearest = nearestNames(
    code,
    rows.map(([each]) => each),
  )
  const helps = nearest.map((each) => `run \`kops explain ${each}\``)
  sink.report(
    'args/unknown-code',
    { code },
    {
      helps: helps.length === 0 ? ['run `kops explain` to list every code'] : helps,
    },
  )
}
