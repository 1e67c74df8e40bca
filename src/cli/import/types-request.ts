import { existsSync } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { readInputText } from '../../input/read-input-file.ts'
import { needsYear, renderHeader } from '../../generators/header.ts'
import { projectFile } from '../../project/parse-project.ts'
import type { CommandContext, OptionValues } from '../command.ts'
import { textOption } from '../option-values.ts'
import type { CrdRequest } from './collect-crds.ts'

/** What `kops generate types` is to do. */
export interface TypesRequest extends CrdRequest {
  readonly output: OutputPlace
  readonly markers: boolean
  /** Comment lines above each file. */
  readonly header: string
}

/** Where files go, and which folder keeps the record of them. */
export interface OutputPlace {
  /** The project's root where the output is inside of a project, else the output itself. Absolute. */
  readonly root: string
  /** Relative to that root; empty for the root itself. */
  readonly folder: string
}

const command = 'kops generate types'

/** Reads the command line; what is wrong with it is in the sink. */
export function readTypesRequest(
  options: OptionValues,
  context: CommandContext,
): TypesRequest | undefined {
  const from = listOption(options, 'from')
  const output = textOption(options, 'output')
  if (from.length === 0) reportMissing('from', 'crds.yaml', context)
  if (output === undefined) reportMissing('output', 'api', context)
  for (const each of from) if (each.trim() === '') reportEmpty('from', context)
  if (output?.trim() === '') reportEmpty('output', context)
  const isTwice = from.filter((each) => each === '-').length > 1
  if (isTwice) context.sink.report('args/repeated-input', {}, { helps: ['give `-` once'] })
  if (context.sink.hasErrors || output === undefined) return undefined
  return {
    from,
    output: placeOutput(output, context),
    markers: options['markers'] !== false,
    groups: listOption(options, 'group'),
    names: listOption(options, 'name'),
    kubeconfig: textOption(options, 'kubeconfig'),
    context: textOption(options, 'context'),
    header: readHeader(options, context),
  }
}

/** The texts that a repeatable option was given. */
export function listOption(options: OptionValues, name: string): string[] {
  const value = options[name]
  return Array.isArray(value) ? value.map(String) : []
}

function reportMissing(flag: string, placeholder: string, { sink }: CommandContext): void {
  const helps = [`add \`--${flag} ${placeholder}\``]
  sink.report('args/missing-flag', { command, flag }, { helps })
}

function reportEmpty(flag: string, { sink }: CommandContext): void {
  const notes = ['an empty value is most likely a variable that nobody set']
  sink.report('args/empty-value', { flag }, { notes })
}

/** A folder outside of any project keeps its own record, wherever the command is run. */
function placeOutput(output: string, { directory, root }: CommandContext): OutputPlace {
  const path = resolve(directory, output)
  const folder = relative(root, path)
  const isInside = folder !== '..' && !folder.startsWith(`..${sep}`) && !isAbsolute(folder)
  if (isInside && existsSync(join(root, projectFile))) {
    return { root, folder: folder.split(sep).join('/') }
  }
  return { root: path, folder: '' }
}

function readHeader(options: OptionValues, { directory, sink }: CommandContext): string {
  const path = textOption(options, 'headerFile')
  if (path === undefined) return ''
  const file = resolve(directory, path)
  if (!existsSync(file)) {
    sink.report('args/header-not-found', { path }, { helps: [`create \`${path}\``] })
    return ''
  }
  const text = readInputText(file)
  const given = textOption(options, 'year')
  const year = given === undefined ? undefined : Number(given)
  if (needsYear({ text, year })) {
    sink.report('args/header-needs-year', { path }, { helps: ['`--year 2030`'] })
  }
  return renderHeader({ text, year }, 'typescript')
}
