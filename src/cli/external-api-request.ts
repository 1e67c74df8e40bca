import { judgeNames } from '../project/judge-names.ts'
import {
  groupFolder,
  isSameResource,
  type Project,
  type ProjectResource,
} from '../project/project.ts'
import type { ApiRequest, RequestedResource } from './api-request.ts'
import type { CommandContext, OptionValues } from './command.ts'
import type { ExternalKind, ExternalRequest } from './import/external-kind.ts'
import { externalFolder } from './import/external-folder.ts'
import { booleanOption, textOption } from './option-values.ts'
import { reportContradictions } from './report-contradictions.ts'
import { splitGroup } from './split-group.ts'

/** Options that say what the project brings itself. */
const ofOwnKinds = ['from', 'conversion'] as const

/** What `kops create api --external` asks for: the definition says what the command line leaves out. */
export async function readExternalApiRequest(
  options: OptionValues,
  context: CommandContext,
): Promise<ApiRequest | undefined> {
  const { sink } = context
  for (const flag of ofOwnKinds) {
    if (options[flag] === undefined) continue
    sink.report('args/not-for-external', { flag }, { helps: [`leave \`--${flag}\` out`] })
  }
  const controllerName = textOption(options, 'controllerName')
  judgeNames({ controllerName }, {}, sink)
  if (sink.hasErrors) return undefined
  const { readExternalKind } = await import('./import/external-kind.ts')
  const kind = await readExternalKind(sourceOf(options), context)
  if (kind === undefined || contradicts(options, kind, context)) return undefined
  const { group, version, kind: name } = kind
  const wantsController = booleanOption(options, 'controller') !== false
  const request = { group, version, kind: name, controllerName, wantsController }
  return { ...request, wantsResource: false, external: kind }
}

/** The kind whose CRD an option gives; a bare `--external` gives none. */
export async function readExternalOption(
  options: OptionValues,
  context: CommandContext,
): Promise<ExternalKind | undefined> {
  if (textOption(options, 'external') === undefined) return undefined
  const { readExternalKind } = await import('./import/external-kind.ts')
  const kind = await readExternalKind(sourceOf(options), context)
  return kind === undefined || contradicts(options, kind, context) ? undefined : kind
}

function sourceOf(options: OptionValues): ExternalRequest {
  return {
    source: textOption(options, 'external') ?? 'cluster',
    group: textOption(options, 'group'),
    version: textOption(options, 'version'),
    kind: textOption(options, 'kind'),
    kubeconfig: textOption(options, 'kubeconfig'),
    context: textOption(options, 'context'),
  }
}

function contradicts(
  options: OptionValues,
  { plural, namespaced }: ExternalKind,
  { sink }: CommandContext,
): boolean {
  const file = 'the CRD'
  const claims = [
    { flag: 'plural', value: textOption(options, 'plural'), recorded: plural, file },
    { flag: 'namespaced', value: booleanOption(options, 'namespaced'), recorded: namespaced, file },
  ]
  return reportContradictions(claims, sink)
}

/** The kind as PROJECT holds it or will hold it. Reports what stands in the way; undefined then. */
export function resolveExternal(
  external: ExternalKind,
  project: Project,
  { sink }: CommandContext,
): RequestedResource | undefined {
  const { group, version, kind, plural, namespaced } = external
  const bare: ProjectResource = {
    ...splitGroup(group),
    version,
    kind,
    plural,
    controller: false,
    controllers: [],
    external: true,
    core: false,
  }
  const versions = project.resources.filter((each) => isSameResource({ ...each, version }, bare))
  const own = versions.find((each) => !each.external)
  const claims = own === undefined ? [] : [{ flag: 'external', value: true, recorded: false }]
  if (reportContradictions(claims, sink)) return undefined
  const same = versions.find((each) => each.version === version)
  const path = same?.path ?? `${externalFolder}/${groupFolder(project, bare)}/${version}`
  return {
    resource: { ...(same ?? bare), path },
    known: { same, others: versions.filter((each) => each !== same) },
    isNamespaced: namespaced,
    external,
  }
}
