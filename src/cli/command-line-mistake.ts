import type { Command, CommanderError, Option } from 'commander'

/** What is wrong with a command line. */
export interface CommandLineMistake {
  readonly kind: 'mistake'
  readonly code: MistakeCode
  /** The words that were understood: `kops create`. */
  readonly command: string
  /** The option, argument or command that is wrong or missing. */
  readonly name: string
  /** The value that is wrong. */
  readonly value: string
  /** What could have stood there instead. */
  readonly candidates: readonly string[]
}

export type MistakeCode =
  | 'args/excess-argument'
  | 'args/missing-argument'
  | 'args/missing-command'
  | 'args/missing-value'
  | 'args/unknown-command'
  | 'args/unknown-option'
  | 'args/wrong-choice'

type Details = Omit<CommandLineMistake, 'kind' | 'command'>

/** Turns what commander throws into what kops reports. commander says most of it in its message only. */
export function readMistake(error: CommanderError, command: Command): CommandLineMistake {
  const read = readers[error.code] ?? readMissingCommand
  const quoted = [...error.message.matchAll(/'([^']*)'/g)].map(([, text = '']) => text)
  return mistakeOf(command, read(command, quoted))
}

/** An option that stands last, or before another option. */
export function missingValue(command: Command, { flags }: Option): CommandLineMistake {
  return mistakeOf(command, { ...nothing('args/missing-value'), name: flags })
}

function mistakeOf(command: Command, details: Details): CommandLineMistake {
  const words = lineage(command).map((each) => each.name())
  return { kind: 'mistake', command: words.join(' '), ...details }
}

/** The program, its group and the command itself. */
export function lineage(command: Command): readonly Command[] {
  return command.parent === null ? [command] : [...lineage(command.parent), command]
}

const readers: Readonly<Record<string, (command: Command, quoted: readonly string[]) => Details>> =
  {
    'commander.excessArguments': (command) => ({
      ...(command.commands.length > 0 ? unknownCommand(command) : nothing('args/excess-argument')),
      name: command.args[command.registeredArguments.length] ?? '',
    }),
    'commander.invalidArgument': (command, quoted) => readWrongChoice(command, quoted),
    'commander.missingArgument': (_, [name = '']) => ({
      ...nothing('args/missing-argument'),
      name,
    }),
    'commander.optionMissingArgument': (_, [name = '']) => ({
      ...nothing('args/missing-value'),
      name,
    }),
    'commander.unknownCommand': (command, [name = '']) => ({ ...unknownCommand(command), name }),
    'commander.unknownOption': (command, [name = '']) => ({
      ...nothing('args/unknown-option'),
      name,
      candidates: command
        .createHelp()
        .visibleOptions(command)
        .flatMap(({ long }) => long ?? []),
    }),
  }

function readMissingCommand(command: Command): Details {
  return { ...unknownCommand(command), code: 'args/missing-command' }
}

/** The value stands before the name for an argument and after it for an option. */
function readWrongChoice(command: Command, [first = '', second = '']: readonly string[]): Details {
  const option = command.options.find(({ flags }) => flags === first)
  const argument = command.registeredArguments.find((each) => each.name() === second)
  return {
    code: 'args/wrong-choice',
    name: option?.long ?? second,
    value: option === undefined ? first : second,
    candidates: option?.argChoices ?? argument?.argChoices ?? [],
  }
}

function unknownCommand(command: Command): Details {
  return {
    ...nothing('args/unknown-command'),
    candidates: command.commands.map((each) => each.name()),
  }
}

function nothing(code: MistakeCode): Details {
  return { code, name: '', value: '', candidates: [] }
}
