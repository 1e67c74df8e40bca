import { Argument, Command, CommanderError, Option } from 'commander'
import type {
  ArgumentDefinition,
  CommandDefinition,
  OptionDefinition,
  OptionValues,
} from './command.ts'
import { commandGroups, commands } from './commands.ts'
import {
  lineage,
  missingValue,
  readMistake,
  type CommandLineMistake,
} from './command-line-mistake.ts'

export interface CommandCall {
  readonly kind: 'call'
  readonly definition: CommandDefinition
  readonly options: OptionValues
  readonly operands: readonly string[]
  /** The values of `-C`, outermost first. */
  readonly directories: readonly string[]
}

export interface HelpText {
  readonly kind: 'help'
  readonly text: string
}

export type CommandLine = CommandCall | HelpText | CommandLineMistake

/** Reads the command line by the table of commands. Loads nothing but commander. */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const words = withHelpAsOption(argv)
  const reading = new Reading(words)
  const program = reading.buildProgram()
  try {
    program.parse(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
  }
  return reading.result(program)
}

/** `kops help create api` is `kops create api --help`. */
function withHelpAsOption(argv: readonly string[]): string[] {
  return argv[0] === 'help' ? [...argv.slice(1), '--help'] : [...argv]
}

class Reading {
  readonly #argv: readonly string[]
  #help = ''
  #outcome: CommandCall | CommandLineMistake | undefined

  constructor(argv: readonly string[]) {
    this.#argv = argv
  }

  /** What was found out, once commander has run. */
  result(program: Command): CommandLine {
    return this.#outcome ?? { kind: 'help', text: this.#help || program.helpInformation() }
  }

  buildProgram(): Command {
    const program = this.#newCommand('kops')
      .description('Build Kubernetes operators in TypeScript.')
      .option('--version', 'print the versions')
      .addHelpText('after', rootHelp)
      .action((options: OptionValues) => {
        const definition = commands.find(({ name }) => name === 'version')
        if (options['version'] === true && definition !== undefined) {
          this.#outcome = { kind: 'call', definition, options: {}, operands: [], directories: [] }
        }
      })
    for (const definition of commands) this.#addCommand(program, definition)
    return program
  }

  #newCommand(name: string): Command {
    const command = new Command(name)
    return command
      .helpOption('-h, --help', 'show this help')
      .helpCommand(false)
      .enablePositionalOptions()
      .allowExcessArguments(false)
      .showSuggestionAfterError(false)
      .addOption(new Option('-C <directory>', 'work in this folder'))
      .configureHelp({ visibleCommands: leaves, subcommandTerm: fullName })
      .configureOutput({ writeOut: (text) => (this.#help += text), outputError: () => {} })
      .exitOverride((error) => this.#readError(error, command))
  }

  #addCommand(program: Command, definition: CommandDefinition): void {
    const words = definition.name.split(' ')
    const last = words.at(-1) ?? definition.name
    const parent = words.length === 1 ? program : this.#group(program, words[0] ?? '')
    const command = this.#newCommand(last).summary(definition.summary)
    command.description(sentence(definition.summary))
    for (const each of definition.arguments ?? []) command.addArgument(toArgument(each))
    for (const each of definition.options) command.addOption(toOption(each))
    command.addHelpText('after', examplesHelp(definition))
    command.action(() => {
      this.#outcome = this.#findMissingValue(command) ?? toCall(command, definition)
    })
    parent.addCommand(command)
  }

  #group(program: Command, name: string): Command {
    const existing = program.commands.find((each) => each.name() === name)
    if (existing !== undefined) return existing
    const summary = commandGroups[name] ?? ''
    const group = this.#newCommand(name).summary(summary).description(sentence(summary))
    program.addCommand(group)
    return group
  }

  #readError(error: CommanderError, command: Command): never {
    if (error.exitCode !== 0) {
      this.#outcome = this.#findMissingValue(command) ?? readMistake(error, command)
    }
    throw error
  }

  /**
   * An option whose value is the next option, as in `--group --version v1`: commander lets it pass. A
   * value that begins so can be written `--group=--version`.
   */
  #findMissingValue(command: Command): CommandLineMistake | undefined {
    const option = command.options.find(({ long, short, required }) => {
      const at = this.#argv.findIndex((word) => word === long || word === short)
      return required && at >= 0 && this.#argv[at + 1]?.startsWith('--') === true
    })
    return option && missingValue(command, option)
  }
}

/** Help lists what can be run: `create api`, not `create`; `generate` and `generate client`. */
function leaves(command: Command): Command[] {
  return command.commands.flatMap((each) => (isCommand(each) ? [each] : []).concat(leaves(each)))
}

function isCommand(command: Command): boolean {
  return commands.some(({ name }) => name === fullName(command))
}

function fullName(command: Command): string {
  const words = lineage(command).map((each) => each.name())
  return words.slice(1).join(' ')
}

function toArgument({ name, description, choices }: ArgumentDefinition): Argument {
  const argument = new Argument(name, description)
  return choices === undefined ? argument : argument.choices(choices)
}

function toOption(definition: OptionDefinition): Option {
  const option = new Option(definition.flags, definition.description)
  if (definition.default !== undefined) option.default(definition.default)
  return definition.choices === undefined ? option : option.choices(definition.choices)
}

function toCall(command: Command, definition: CommandDefinition): CommandCall {
  const given = Object.entries(command.opts<Record<string, unknown>>()).filter(
    ([name]) => name !== 'C' && isGiven(command, definition, name),
  )
  return {
    kind: 'call',
    definition,
    options: Object.fromEntries(given),
    operands: command.args,
    directories: lineage(command).flatMap((each) => each.opts<{ C?: string }>().C ?? []),
  }
}

/** commander gives `--no-x` a default of its own; only the table's defaults count. */
function isGiven(command: Command, definition: CommandDefinition, name: string): boolean {
  if (command.getOptionValueSource(name) !== 'default') return true
  const option = command.options.find((each) => each.attributeName() === name && !each.negate)
  return definition.options.some(
    (each) => each.flags === option?.flags && each.default !== undefined,
  )
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function examplesHelp({ examples }: CommandDefinition): string {
  const lines = examples.map(({ does, command }) => `  # ${does}\n  ${command}\n`)
  return lines.length === 0 ? '' : `\nExamples:\n${lines.join('\n')}`
}

const rootHelp = `
Run \`kops COMMAND --help\` for the options and examples of a command, and \`kops explain CODE\` for what an error means.
`
