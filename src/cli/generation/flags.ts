import { posix, relative, resolve, sep } from 'node:path'
import { optionalGenerators } from '../../generators/optional.ts'
import { optionName } from '../commands/generation-options.ts'
import type { CommandContext, OptionValues } from '../command.ts'

/** What decides the content of what is generated; each, where given, overrides PROJECT. Paths are relative to the root. */
export interface GenerationFlags {
  readonly paths?: readonly string[] | undefined
  readonly tsconfig?: string | undefined
  readonly crdOutput?: string | undefined
  readonly rbacOutput?: string | undefined
  readonly webhookOutput?: string | undefined
  readonly roleName?: string | undefined
  readonly maxDescriptionLength?: number | undefined
  readonly embeddedMetadata?: boolean | undefined
  readonly headerFile?: string | undefined
  readonly year?: number | undefined
  /** Of `kops generate client`. */
  readonly group?: string | undefined
  readonly version?: string | undefined
  readonly output?: string | undefined
  /** Of `kops generate`. */
  readonly applyConfigurations?: boolean | undefined
  readonly validators?: boolean | undefined
  readonly jsonSchemas?: boolean | undefined
  readonly reference?: boolean | undefined
  readonly schemaOutput?: string | undefined
  readonly referenceOutput?: string | undefined
}

/** What to do with the result. */
export interface RunMode {
  readonly check: boolean
  readonly dryRun: boolean
  readonly maxWarnings: number | undefined
}

/** Reads the command line. A wrong value is reported, and counts as not given. */
export function readFlags(options: OptionValues, context: CommandContext): GenerationFlags {
  const text = (name: string): string | undefined => readText(options[name])
  const inside = (name: string): string | undefined => readOutput(name, text(name), context)
  const paths = options['paths']
  return {
    ...readOptional(options),
    schemaOutput: inside('schemaOutput'),
    referenceOutput: inside('referenceOutput'),
    paths: Array.isArray(paths) ? paths.map((path) => fromRoot(String(path), context)) : undefined,
    tsconfig: mapText(text('tsconfig'), (path) => fromRoot(path, context)),
    crdOutput: inside('crdOutput'),
    rbacOutput: inside('rbacOutput'),
    webhookOutput: inside('webhookOutput'),
    roleName: text('roleName'),
    maxDescriptionLength: readNumber('maxDescriptionLength', options, context),
    embeddedMetadata: options['embeddedMetadata'] === true ? true : undefined,
    headerFile: inside('headerFile'),
    year: readNumber('year', options, context),
    group: text('group'),
    version: text('version'),
    output: inside('output'),
  }
}

/** `--validators` asks for them, `--no-validators` does not, whatever PROJECT says. */
function readOptional(options: OptionValues): GenerationFlags {
  return Object.fromEntries(
    optionalGenerators
      .map(({ setting }) => [setting, options[setting]] as const)
      .filter(([, value]) => typeof value === 'boolean'),
  )
}

export function readMode(options: OptionValues, context: CommandContext): RunMode {
  return {
    check: options['check'] === true,
    dryRun: options['dryRun'] === true,
    maxWarnings: readNumber('maxWarnings', options, context),
  }
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function mapText(text: string | undefined, change: (text: string) => string): string | undefined {
  return text === undefined ? undefined : change(text)
}

/** People give paths from where they are; kops works from the root. */
function fromRoot(path: string, { directory, root }: CommandContext): string {
  const fromHere = relative(root, resolve(directory, path)).split(sep).join('/')
  return fromHere === '' ? '.' : fromHere
}

function readOutput(
  name: string,
  path: string | undefined,
  context: CommandContext,
): string | undefined {
  if (path === undefined) return undefined
  const folder = fromRoot(path, context)
  if (!folder.startsWith('../') && folder !== '..' && !posix.isAbsolute(folder)) return folder
  context.sink.report(
    'args/outside-root',
    { flag: optionName(name), value: path },
    { notes: ['kops stays below the folder that it works in'], helps: ['choose another path'] },
  )
  return undefined
}

function readNumber(
  name: string,
  options: OptionValues,
  { sink }: CommandContext,
): number | undefined {
  const text = readText(options[name])
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  sink.report(
    'args/wrong-number',
    { flag: optionName(name), value: text },
    { helps: [`\`--${optionName(name)} ${name === 'year' ? '2030' : '0'}\``] },
  )
  return undefined
}
