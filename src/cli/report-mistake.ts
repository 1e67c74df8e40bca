import { nearestNames } from '../diagnostics/nearest-names.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { CommandLineMistake } from './command-line-mistake.ts'

/** Tells what is wrong with the command line, and what to type instead. */
export function reportMistake(mistake: CommandLineMistake, sink: DiagnosticSink): void {
  const { code, command, name, value } = mistake
  sink.report(code, { command, name, value }, { helps: helps(mistake) })
}

function helps({ code, command, name, value, candidates }: CommandLineMistake): readonly string[] {
  if (code === 'args/wrong-choice') return [`use ${oneOf(candidates)}`]
  if (code === 'args/missing-command') return candidates.map((each) => `run \`${command} ${each}\``)
  const nearest = nearestNames(value || name, candidates)
  const page = `run \`${command} --help\` to see what it takes`
  return nearest.length === 0 ? [page] : [`did you mean ${oneOf(nearest)}?`]
}

function oneOf(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``)
  const last = quoted.pop() ?? ''
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`
}
