import { nearestNames } from '../../diagnostics/nearest-names.ts'
import { qualifiedGroup, type ProjectResource } from '../../project/project.ts'
import type { CommandContext, OptionValues } from '../command.ts'
import { textOption } from '../option-values.ts'
import { readOwnProject } from '../project-folder.ts'

/** The names of the definitions that a command line means. Undefined where something stands in the way, which is reported. */
export function chooseDefinitions(
  options: OptionValues,
  context: CommandContext,
): readonly string[] | undefined {
  const given = options['crd']
  const names = Array.isArray(given) ? given.map(String) : []
  if (names.length > 0) return chooseNamed(names, options, context)
  const recorded = readOwnProject(context)
  if (recorded === undefined) return undefined
  const own = recorded.project.resources.filter(({ api }) => api !== undefined)
  const chosen = own.filter((resource) => isMeant(resource, options))
  if (chosen.length === 0) {
    reportNone(own, options, context)
    return undefined
  }
  return unique(chosen.map((each) => `${each.plural}.${qualifiedGroup(each)}`))
}

function chooseNamed(
  names: readonly string[],
  options: OptionValues,
  { sink }: CommandContext,
): readonly string[] | undefined {
  const beside = ['group', 'kind'].find((name) => options[name] !== undefined)
  if (beside === undefined) return unique(names)
  const helps = [`leave \`--${beside}\` out`]
  sink.report('args/crd-and-kind', { option: beside }, { helps })
  return undefined
}

function isMeant(resource: ProjectResource, options: OptionValues): boolean {
  const group = textOption(options, 'group')
  const kind = textOption(options, 'kind')
  const isGroup = group === undefined || [resource.group, qualifiedGroup(resource)].includes(group)
  return isGroup && (kind === undefined || kind === resource.kind)
}

function reportNone(
  own: readonly ProjectResource[],
  options: OptionValues,
  { sink }: CommandContext,
): void {
  const kind = textOption(options, 'kind')
  const group = textOption(options, 'group')
  const known = unique(own.map((each) => `${each.kind}.${qualifiedGroup(each)}`))
  const near = nearestNames(kind ?? '', unique(own.map((each) => each.kind)))
  const helps = near.map((name) => `did you mean \`--kind ${name}\`?`)
  const notes = [known.length === 0 ? 'it has none yet' : `it has ${known.join(', ')}`]
  const meant = [kind, group].filter((each) => each !== undefined).join('.')
  sink.report('args/no-such-kind', { name: meant || 'kind' }, { notes, helps })
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)]
}
