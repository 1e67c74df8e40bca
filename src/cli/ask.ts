import { showLine } from '../apimachinery/terminal-text.ts'
import type { CommandContext } from './command.ts'

/** A question for a value that the command line lacks. */
export interface Question {
  /** The option that the answer stands for, without dashes. */
  readonly flag: string
  readonly message: string
  readonly placeholder: string
}

/**
 * Asks on a terminal, and reports `args/missing-flag` elsewhere, so that a job never waits for an
 * answer. Undefined where nobody answered.
 */
export async function askFor(
  question: Question,
  command: string,
  context: CommandContext,
): Promise<string | undefined> {
  const { flag, message, placeholder } = question
  if (!context.isTerminal) {
    const helps = [`add \`--${flag} ${placeholder}\``]
    context.sink.report('args/missing-flag', { command, flag }, { helps })
    return undefined
  }
  const prompts = await import('@clack/prompts')
  const answer = await prompts.text({
    message: showLine(message),
    placeholder: showLine(placeholder),
    validate: (value) => (value?.trim() ? undefined : 'it cannot be empty'),
  })
  if (!prompts.isCancel(answer)) return answer.trim()
  context.sink.report('args/missing-flag', { command, flag })
  return undefined
}

/** One thing that a person may choose. */
export interface Choice {
  readonly value: string
  readonly label: string
}

/** Lets a person choose one or more on a terminal. Undefined elsewhere, and where nobody answered. */
export async function askForSome(
  choices: readonly Choice[],
  { isTerminal }: CommandContext,
): Promise<readonly string[] | undefined> {
  if (!isTerminal) return undefined
  const prompts = await import('@clack/prompts')
  const answer = await prompts.multiselect({
    message: 'Which webhooks?',
    options: choices.map(({ value, label }) => ({ value, label: showLine(label) })),
    required: true,
  })
  return prompts.isCancel(answer) ? undefined : answer
}
