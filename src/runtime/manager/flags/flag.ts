/** One flag of a program, by Go's rules: `--name=value`, `--name value`, `--name` for a boolean. */
export interface Flag {
  /** Without dashes: `leader-elect`. */
  readonly name: string
  readonly default: string | boolean
  readonly description: string
  /** What stands for the value in the help: `address`. */
  readonly value?: string
  /** The values that there are. */
  readonly oneOf?: readonly string[]
  /** Throws a `RangeError` for a value that is none. */
  readonly check?: (value: string) => void
}

/** The command line is wrong, or asks for help: what to print and how to exit. */
export class FlagError extends Error {
  override readonly name = 'FlagError'
  /** 2 for a mistake; 0 for `--help`. */
  readonly exitCode: 0 | 2

  constructor(message: string, exitCode: 0 | 2 = 2) {
    super(message)
    this.exitCode = exitCode
  }
}

/** The values of all flags, by name. */
export type FlagValues = ReadonlyMap<string, string | boolean>

/** Reads a command line without its program. Every mistake is a `FlagError`. */
export function parseFlags(argv: readonly string[], flags: readonly Flag[]): FlagValues {
  const values = new Map(flags.map((flag) => [flag.name, flag.default]))
  const rest = [...argv]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--' && rest.length === 0) break
    const [, name, value] = /^--?([^-=][^=]*)(?:=([^]*))?$/.exec(word) ?? []
    if (name === undefined)
      throw new FlagError(`unexpected argument ${quote(word)}: flags begin with --`)
    if (name === 'help' || name === 'h') throw new FlagError(renderFlagHelp(flags), 0)
    const flag = flags.find((each) => each.name === name)
    if (flag === undefined) throw new FlagError(unknownFlag(name, flags))
    values.set(name, readValue(flag, value, rest))
  }
  return values
}

function readValue(flag: Flag, value: string | undefined, rest: string[]): string | boolean {
  if (typeof flag.default === 'boolean') return readBoolean(flag.name, value, rest)
  const text = value ?? rest.shift()
  if (text === undefined)
    throw new FlagError(`--${flag.name} needs a value: --${flag.name}=${flag.value ?? 'value'}`)
  if (flag.oneOf && !flag.oneOf.includes(text)) {
    throw new FlagError(`--${flag.name} is ${flag.oneOf.join(', ')}; got ${quote(text)}`)
  }
  try {
    flag.check?.(text)
  } catch (error) {
    if (error instanceof RangeError) throw new FlagError(error.message)
    throw error
  }
  return text
}

/** Go's spellings. */
const booleans = new Map([
  ...['1', 't', 'T', 'true', 'TRUE', 'True'].map((text) => [text, true] as const),
  ...['0', 'f', 'F', 'false', 'FALSE', 'False'].map((text) => [text, false] as const),
])

/** A boolean takes no word after it: `--leader-elect false` would be true, and the word ignored. */
function readBoolean(name: string, value: string | undefined, rest: readonly string[]): boolean {
  const next = rest[0]
  if (value === undefined && next !== undefined && booleans.has(next)) {
    throw new FlagError(`unexpected argument ${quote(next)}: write --${name}=${next}`)
  }
  const read = value === undefined ? true : booleans.get(value)
  if (read === undefined)
    throw new FlagError(`--${name} is true or false; got ${quote(value ?? '')}`)
  return read
}

function unknownFlag(name: string, flags: readonly Flag[]): string {
  const nearest = flags
    .map((flag) => ({ name: flag.name, distance: editDistance(name, flag.name) }))
    .filter((each) => each.distance <= 3 || name.endsWith(each.name))
    .sort((left, right) => left.distance - right.distance)[0]
  const hint = nearest ? `did you mean --${nearest.name}?` : '--help lists all'
  return `unknown flag --${name}: ${hint}`
}

/** How many letters have to be added, left out or changed. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1]
    for (let column = 0; column < to.length; column++) {
      const changed = (previous[column] ?? 0) + (letter === to[column] ? 0 : 1)
      current.push(Math.min(changed, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}

/** All flags with their defaults, as `--help` prints them. */
export function renderFlagHelp(flags: readonly Flag[]): string {
  const sorted = [...flags].sort((left, right) => (left.name < right.name ? -1 : 1))
  const lines = sorted.map((flag) => {
    const value = typeof flag.default === 'boolean' ? '' : ` ${flag.value ?? 'value'}`
    const isShown = flag.default !== '' && flag.default !== false
    const suffix = isShown ? ` (default ${flag.default})` : ''
    return `  --${flag.name}${value}\n        ${flag.description}${suffix}`
  })
  return `Flags:\n${lines.join('\n')}\n`
}

function quote(text: string): string {
  return `\`${text}\``
}
