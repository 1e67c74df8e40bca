import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pluralize } from '../../apimachinery/plural.ts'
import { isBuiltInKind } from '../built-in-kinds.ts'
import { judgeNames } from '../../project/judge-names.ts'
import type { ProjectOnDisk } from '../../project/parse-project.ts'
import {
  isSameResource,
  qualifiedGroup,
  withResource,
  type Project,
  type ProjectResource,
} from '../../project/project.ts'
import { applyPlan, type PlanOutcome } from '../../scaffold/apply-plan.ts'
import { apiFolder, planApiFiles } from '../../scaffold/create-api-plan.ts'
import { boilerplatePath } from '../../scaffold/init-plan.ts'
import type { Plan, PlannedFile } from '../../scaffold/plan.ts'
import { planProjectFiles } from '../../scaffold/project-files.ts'
import { planProjectRecord } from '../../scaffold/project-record.ts'
import { withProjectLock } from '../../scaffold/project-lock.ts'
import { askFor } from '../ask.ts'
import type { CommandContext, CommandOutcome, OptionValues } from '../command.ts'
import { describeOutcome, hasChanges } from '../describe-outcome.ts'
import { hasArtefacts, planNewKindArtefacts } from '../generated-files.ts'
import { booleanOption, textOption } from '../option-values.ts'
import { listFolders, readOwnProject, readSourceHeader } from '../project-folder.ts'
import { reportContradictions } from '../report-contradictions.ts'
import { hasStorageVersion } from '../storage-version.ts'

const command = 'kops create api'

/** What the command line asks for; what was not given is absent. */
interface ApiRequest {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly plural?: string | undefined
  readonly namespaced?: boolean | undefined
}

/** What PROJECT knows of the kind that is asked for. */
interface KnownVersions {
  /** The very version. */
  readonly same: ProjectResource | undefined
  /** Any other version of the kind. */
  readonly others: readonly ProjectResource[]
}

/** `kops create api` adds a version of a kind, and run again changes nothing. */
export async function run(options: OptionValues, context: CommandContext): Promise<CommandOutcome> {
  const { root, sink } = context
  const recorded = readOwnProject(context)
  if (recorded === undefined || isForNothing(options, context)) return {}
  const request = await readRequest(options, recorded.project, context)
  if (request === undefined) return {}
  if (booleanOption(options, 'resource') === false) {
    context.writeOut(withoutController)
    return {}
  }
  const dryRun = options['dryRun'] === true
  const outcome = await withProjectLock(root, { sink }, async () => {
    const plan = await planApi(request, context)
    return plan && applyPlan(plan, { root, sink, dryRun })
  })
  if (outcome !== undefined) context.writeOut(describeApi(outcome, options))
  return {}
}

const withoutController =
  'no controller was written: controllers come with the runtime of a later version\n'

function describeApi(outcome: PlanOutcome, options: OptionValues): string {
  const dryRun = options['dryRun'] === true
  const remark =
    booleanOption(options, 'controller') === false || !hasChanges(outcome) ? '' : withoutController
  const next =
    dryRun || !hasChanges(outcome)
      ? ''
      : '\nNext: write down what the kind is about in its type, then run\n  make generate\n'
  return `${describeOutcome(outcome, dryRun)}${remark}${next}`
}

function isForNothing(options: OptionValues, { sink }: CommandContext): boolean {
  const isWanted = ['resource', 'controller'].some((name) => booleanOption(options, name) !== false)
  if (isWanted) return false
  const helps = ['leave `--resource=false` out']
  sink.report('args/nothing-to-create', { command }, { helps })
  return true
}

const questions = {
  group: {
    flag: 'group',
    message: 'Which group is it in, without the domain?',
    placeholder: 'apps',
  },
  version: { flag: 'version', message: 'Which version?', placeholder: 'v1' },
  kind: { flag: 'kind', message: 'Which kind?', placeholder: 'Application' },
} as const

async function readRequest(
  options: OptionValues,
  project: Project,
  context: CommandContext,
): Promise<ApiRequest | undefined> {
  const ask = async (name: keyof typeof questions): Promise<string> =>
    textOption(options, name) ?? (await askFor(questions[name], command, context)) ?? ''
  const group = await ask('group')
  const version = await ask('version')
  const kind = await ask('kind')
  const plural = textOption(options, 'plural')
  if (context.sink.hasErrors) return undefined
  const names = { group, version, kind, plural: plural ?? knownPlural({ group, kind }, project) }
  const { resources, domain: projectDomain } = project
  judgeNames(names, { projectDomain, resources, isBuiltInKind }, context.sink)
  if (context.sink.hasErrors) return undefined
  return { group, version, kind, plural, namespaced: booleanOption(options, 'namespaced') }
}

/** All versions of a kind share one plural. */
function knownPlural(
  { group, kind }: { readonly group: string; readonly kind: string },
  { resources, domain }: Project,
): string | undefined {
  const full = qualifiedGroup({ group, domain })
  return resources.find((each) => each.kind === kind && qualifiedGroup(each) === full)?.plural
}

/** Reads PROJECT again: another command may have changed it while a question was open. */
async function planApi(request: ApiRequest, context: CommandContext): Promise<Plan | undefined> {
  const recorded = readOwnProject(context)
  if (recorded === undefined) return undefined
  if (isIncomplete(recorded.project, context)) return undefined
  const known = findVersions(request, recorded.project)
  if (contradicts(request, known, context)) return undefined
  if (known.same === undefined && known.others.length > 0) {
    if (!hasStorageVersion(known.others, context.root, context.sink)) return undefined
  }
  return planResource(toResource(request, known, recorded.project), { known, recorded, context })
}

/** What a new kind could not do without. */
function isIncomplete({ settings }: Project, { root, sink }: CommandContext): boolean {
  const needed = [
    'config/default/kustomization.yaml',
    ...(settings.license === 'none' ? [] : [boilerplatePath]),
  ]
  const missing = needed.filter((path) => !existsSync(join(root, path)))
  const helps = ['run `kops init` to write it again']
  for (const path of missing) sink.report('project/missing-file', { path }, { helps })
  return missing.length > 0
}

function findVersions(request: ApiRequest, { resources, domain }: Project): KnownVersions {
  const full = qualifiedGroup({ group: request.group, domain })
  const ofKind = resources.filter(
    (each) => each.kind === request.kind && qualifiedGroup(each) === full && each.api !== undefined,
  )
  return {
    same: ofKind.find(({ version }) => version === request.version),
    others: ofKind.filter(({ version }) => version !== request.version),
  }
}

function contradicts(
  { plural, namespaced }: ApiRequest,
  { same, others }: KnownVersions,
  { sink }: CommandContext,
): boolean {
  const recorded = same ?? others[0]
  if (recorded === undefined) return false
  const claims = [
    { flag: 'plural', value: plural, recorded: recorded.plural },
    { flag: 'namespaced', value: namespaced, recorded: recorded.api?.namespaced },
  ]
  return reportContradictions(claims, sink)
}

function toResource(
  request: ApiRequest,
  { same, others }: KnownVersions,
  project: Project,
): ProjectResource {
  if (same !== undefined) return same
  const { group, version, kind } = request
  const [sibling] = others
  const resource: ProjectResource = {
    group,
    domain: project.domain,
    version,
    kind,
    plural: request.plural ?? sibling?.plural ?? pluralize(kind),
    api: {
      crdVersion: 'v1',
      namespaced: request.namespaced ?? sibling?.api?.namespaced ?? true,
    },
    controller: false,
    controllers: [],
    external: false,
    core: false,
  }
  return { ...resource, path: apiFolder(project, resource) }
}

interface Surroundings {
  readonly known: KnownVersions
  readonly recorded: ProjectOnDisk
  readonly context: CommandContext
}

async function planResource(resource: ProjectResource, around: Surroundings): Promise<Plan> {
  const { known, recorded, context } = around
  const { root } = context
  const project = withResource(recorded.project, resource)
  const header = readSourceHeader(root, project.settings.year)
  const api = planApiFiles({
    project,
    resource,
    header,
    isStorageVersion: known.others.length === 0,
    isRecorded: recorded.project.resources.some((each) => isSameResource(each, resource)),
  })
  const own = [api.groupVersion, api.type, api.sample]
  const projectFiles: Plan['files'] = planProjectFiles(project, listFolders(root, project))
  const record = planProjectRecord(project, recorded)
  const sources = [api.groupVersion, api.type]
  const generated = await planArtefacts({ project, resource, sources }, around)
  const paths = new Set(generated.map(({ path }) => path))
  const others = projectFiles.filter(({ path }) => !paths.has(path))
  return { files: [...own, ...others, ...generated, record] }
}

interface NewSources {
  readonly project: Project
  readonly resource: ProjectResource
  readonly sources: readonly PlannedFile[]
}

/** A new kind needs no compiler; a further version does, and so does a folder that someone rearranged. */
async function planArtefacts(
  { project, resource, sources }: NewSources,
  { known, context }: Surroundings,
): Promise<readonly PlannedFile[]> {
  const { root, sink } = context
  const texts = sources.map(({ path, content }) => ({ path, text: String(content) }))
  if (known.same !== undefined && hasArtefacts(project, resource, root)) return []
  if (known.same === undefined && known.others.length === 0) {
    const planned = planNewKindArtefacts({ project, resource, sources: texts }, root, sink)
    if (planned !== undefined) return planned
  }
  const { planWithCompiler } = await import('../plan-with-compiler.ts')
  return planWithCompiler({ project, files: texts }, context)
}
