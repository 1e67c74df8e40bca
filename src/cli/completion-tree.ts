import { listCodes } from '../diagnostics/explain.ts'
import { markerDefinitions } from '../markers/definitions.ts'
import type { ArgumentDefinition, CommandDefinition, OptionDefinition } from './command.ts'
import { commandGroups, commands } from './commands.ts'

/** A word that a shell may offer, and what to say of it. */
export interface Candidate {
  readonly word: string
  readonly description: string
}

export interface CompletedOption extends Candidate {
  readonly takesValue: boolean
  readonly takesFolder: boolean
  readonly choices: readonly string[]
}

/** One place on the command line: what may stand after the words `path`. */
export interface CompletionNode {
  /** The words that lead here: none, `create`, `create api`. */
  readonly path: string
  readonly words: readonly Candidate[]
  readonly options: readonly CompletedOption[]
}

const everywhere: readonly OptionDefinition[] = [
  { flags: '-C <directory>', description: 'work in this folder' },
  { flags: '-h, --help', description: 'show help' },
]
const programOptions: readonly OptionDefinition[] = [
  ...everywhere,
  { flags: '--version', description: 'print the versions' },
]

/** What a shell completes, from the tables of commands, codes and markers. */
export function buildCompletionTree(): readonly CompletionNode[] {
  const help = { path: 'help', words: wordsAfter(''), options: [] }
  const groups = Object.keys(commandGroups).filter((name) => wordsAfter(name).length > 0)
  return [
    { path: '', words: [...wordsAfter(''), helpWord], options: toOptions(programOptions) },
    help,
    ...groups.map((path) => ({ path, words: wordsAfter(path), options: toOptions(everywhere) })),
    ...commands.map(toNode),
  ]
}

const helpWord: Candidate = { word: 'help', description: 'show the help of a command' }

/** The next words of all commands that begin with `path`, each once. */
function wordsAfter(path: string): readonly Candidate[] {
  const start = path === '' ? '' : `${path} `
  const words = commands
    .filter(({ name }) => name.startsWith(start))
    .map(({ name, summary }): [string, string] => {
      const [word = '', ...rest] = name.slice(start.length).split(' ')
      return [word, rest.length === 0 ? summary : (commandGroups[word] ?? '')]
    })
  // A command goes before those that are longer: it comes first in the table, and last here.
  return [...new Map(words.toReversed())]
    .toReversed()
    .map(([word, description]) => ({ word, description }))
}

function toNode({ name, arguments: operands = [], options }: CommandDefinition): CompletionNode {
  return {
    path: name,
    words: [...wordsAfter(name), ...operands.flatMap(toWords)],
    options: toOptions([...options, ...everywhere]),
  }
}

function toWords({ choices = [], completedFrom }: ArgumentDefinition): readonly Candidate[] {
  if (completedFrom === 'codes') {
    return listCodes().map(([word, { message }]) => ({ word, description: message }))
  }
  if (completedFrom === 'markers') {
    return markerDefinitions.map(({ name, doc }) => ({
      word: name,
      description: firstSentence(doc),
    }))
  }
  return choices.map((word) => ({ word, description: '' }))
}

/** commander's notation: short and long names, then what they take. */
function toOptions(definitions: readonly OptionDefinition[]): readonly CompletedOption[] {
  return definitions.flatMap(({ flags, description, choices = [] }) => {
    const names = flags.match(/(?<=^|[\s,])--?[\w-]+/g) ?? []
    const takesValue = flags.includes('<')
    const takesFolder = /<dir/i.test(flags)
    return names.map((word) => ({ word, description, takesValue, takesFolder, choices }))
  })
}

function firstSentence(text: string): string {
  return text.replace(/\.\s[\s\S]*$|\.$/, '')
}
