import type { CommandContext, CommandOutcome, OptionValues } from '../command.ts'
import { renderBashCompletion } from '../completion-bash.ts'
import { renderFishCompletion } from '../completion-fish.ts'
import { buildCompletionTree, type CompletionNode } from '../completion-tree.ts'
import { renderZshCompletion } from '../completion-zsh.ts'

const renderers: Readonly<Record<string, (nodes: readonly CompletionNode[]) => string>> = {
  bash: renderBashCompletion,
  fish: renderFishCompletion,
  zsh: renderZshCompletion,
}

/** Prints the script of the shell; the table of commands allows no other than these. */
export function run(
  _: OptionValues,
  { operands, writeOut }: CommandContext,
): Promise<CommandOutcome> {
  const render = renderers[operands[0] ?? '']
  if (render !== undefined) writeOut(render(buildCompletionTree()))
  return Promise.resolve({})
}
