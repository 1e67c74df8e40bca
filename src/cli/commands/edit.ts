import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { optionalGenerators, type OptionalSetting } from '../../generators/optional.ts'
import type { ProjectOnDisk } from '../../project/parse-project.ts'
import { certificateSources, type Project, type ProjectSettings } from '../../project/project.ts'
import { findSignerProblem } from '../../project/signer-name.ts'
import { applyPlan, type PlanOutcome } from '../../scaffold/apply-plan.ts'
import { planEdit } from '../../scaffold/edit-plan.ts'
import type { Plan } from '../../scaffold/plan.ts'
import { planProjectRecord } from '../../scaffold/project-record.ts'
import { withProjectLock } from '../../scaffold/project-lock.ts'
import type { CommandContext, CommandOutcome, OptionValues } from '../command.ts'
import { describeOutcome } from '../describe-outcome.ts'
import { readLegalOptions, type LegalOptions } from '../legal-options.ts'
import { booleanOption, textOption } from '../option-values.ts'
import { listFolders, readOptionalText, readOwnProject } from '../project-folder.ts'

/** What the command line asks for; what was not given is absent. */
interface EditRequest extends LegalOptions {
  readonly namespaced?: boolean | undefined
  readonly metrics?: boolean | undefined
  readonly prometheus?: boolean | undefined
  readonly networkPolicy?: boolean | undefined
  /** What `kops generate` writes where it is asked for. */
  readonly generate: Partial<Record<OptionalSetting, boolean>>
  readonly certificates?: ProjectSettings['certificates'] | undefined
  readonly certificateSigner?: string | undefined
}

/** `kops edit` changes settings of PROJECT, and every file that follows from them. */
export async function run(options: OptionValues, context: CommandContext): Promise<CommandOutcome> {
  const { root, sink } = context
  if (readOwnProject(context) === undefined) return {}
  const request = readRequest(options, context)
  if (sink.hasErrors) return {}
  const dryRun = options['dryRun'] === true
  const done = await withProjectLock(root, { ...context, dryRun }, async () => {
    const recorded = readOwnProject(context)
    return recorded && editProject(request, recorded, { context, dryRun })
  })
  if (done !== undefined) context.writeOut(done)
  return {}
}

function readRequest(options: OptionValues, context: CommandContext): EditRequest {
  return {
    ...readLegalOptions(options, context),
    namespaced: booleanOption(options, 'namespaced'),
    metrics: booleanOption(options, 'metrics'),
    prometheus: booleanOption(options, 'prometheus'),
    networkPolicy: booleanOption(options, 'networkPolicy'),
    generate: readOptional(options),
    certificates: certificateSources.find((each) => each === options['certificates']),
    certificateSigner: readSigner(options, context),
  }
}

/** A signer's name, where it is one that signs certificates of servers. */
function readSigner(options: OptionValues, { sink }: CommandContext): string | undefined {
  const value = textOption(options, 'certificateSigner')
  const problem = value === undefined ? undefined : findSignerProblem(value)
  if (value === undefined || problem === undefined) return value
  const helps = [
    'use `--certificate-signer kubernetes.io/kubelet-serving`, or a signer of your own',
  ]
  sink.report('args/invalid-signer', { value }, { notes: [problem], helps })
  return undefined
}

function readOptional(options: OptionValues): EditRequest['generate'] {
  const given = optionalGenerators.flatMap(({ setting }) => {
    const value = booleanOption(options, setting)
    return value === undefined ? [] : [[setting, value] as const]
  })
  return Object.fromEntries(given)
}

interface EditRun {
  readonly context: CommandContext
  readonly dryRun: boolean
}

/** Undefined where something stood in the way, which is reported. */
async function editProject(
  request: EditRequest,
  recorded: ProjectOnDisk,
  { context, dryRun }: EditRun,
): Promise<string | undefined> {
  const { root, sink, recovery } = context
  const project = withRequest(recorded.project, request)
  if (project.settings.prometheus && !project.settings.metrics) {
    const helps = ['add `--metrics`, or `--prometheus=false`']
    sink.report('args/needs-metrics', {}, { helps })
    return undefined
  }
  const { certificates } = project.settings
  if (request.certificateSigner !== undefined && certificates !== 'csr') {
    const helps = ['add `--certificates csr`']
    sink.report('args/unused-signer', { signer: request.certificateSigner }, { helps })
    return undefined
  }
  const plan = await planSettings(request, { recorded, project }, context)
  const outcome = applyPlan(plan, { root, sink, recovery, dryRun })
  if (outcome === undefined) return undefined
  const isGiven = request.certificates !== undefined
  const notice = isGiven ? describeRights(project, plan) : ''
  return `${describeEdit(recorded.project, project, { outcome, dryRun })}${notice}`
}

/** What a manager that keeps its own certificate may do, and what confines it. */
function describeRights({ settings }: Project, { files }: Plan): string {
  const isPlanned = files.some(
    ({ operation, path }) => operation === 'write' && path.endsWith('/policy.yaml'),
  )
  if (!isPlanned) return ''
  return `
With --certificates ${settings.certificates} the manager's account may patch its webhook configurations, which is a way to
every right in the cluster. A ValidatingAdmissionPolicy confines it to caBundle on Kubernetes 1.30 and later;
on older clusters use --certificates cert-manager or files.
`
}

function withRequest(project: Project, request: EditRequest): Project {
  const { settings } = project
  return {
    ...project,
    namespaced: request.namespaced ?? project.namespaced,
    settings: {
      ...settings,
      metrics: request.metrics ?? settings.metrics,
      prometheus: request.prometheus ?? settings.prometheus,
      networkPolicy: request.networkPolicy ?? settings.networkPolicy,
      certificates: request.certificates ?? settings.certificates,
      certificateSigner: request.certificateSigner ?? settings.certificateSigner,
      license: request.license ?? settings.license,
      owner: request.owner ?? settings.owner,
      generate: { ...settings.generate, ...request.generate },
    },
  }
}

interface ProjectChange {
  readonly recorded: ProjectOnDisk
  readonly project: Project
}

async function planSettings(
  request: EditRequest,
  { recorded, project }: ProjectChange,
  context: CommandContext,
): Promise<Plan> {
  const { root } = context
  const isLegal = request.license !== undefined || request.owner !== undefined
  const readText = (path: string): string | undefined => readOptionalText(join(root, path))
  const { licenseHeader } = request
  const isSame = isSameForSources(recorded.project, project)
  const generated = isSame ? [] : await planSources(project, context)
  const folders = listFolders(root, project, generated)
  const edit = planEdit({
    before: recorded.project,
    after: project,
    isLegal,
    licenseHeader,
    folders,
    readText,
  })
  const record = planProjectRecord(project, recorded)
  const paths = new Set(generated.map(({ path }) => path))
  return { files: [...edit.files.filter(({ path }) => !paths.has(path)), ...generated, record] }
}

/** The scope of the manager decides what the RBAC markers in the sources become. */
function isSameForSources(before: Project, after: Project): boolean {
  return (
    before.namespaced === after.namespaced &&
    isDeepStrictEqual(before.settings.generate, after.settings.generate)
  )
}

async function planSources(project: Project, context: CommandContext): Promise<Plan['files']> {
  const { planChangesWithCompiler } = await import('../plan-with-compiler.ts')
  return planChangesWithCompiler({ project, files: [] }, context)
}

function describeEdit(
  before: Project,
  after: Project,
  { outcome, dryRun }: { readonly outcome: PlanOutcome; readonly dryRun: boolean },
): string {
  const settings = listSettings(before).flatMap(([name, from], index) => {
    const to = listSettings(after)[index]?.[1]
    return from === to ? [] : [`${name}: ${from} → ${to}\n`]
  })
  return `${settings.join('')}${describeOutcome(outcome, dryRun)}`
}

function listSettings({ namespaced, settings }: Project): [string, string][] {
  const { metrics, prometheus, networkPolicy, certificates, license, owner = 'none' } = settings
  const signer = settings.certificateSigner ?? 'none'
  const all = {
    namespaced,
    metrics,
    prometheus,
    networkPolicy,
    certificates,
    signer,
    license,
    owner,
    ...Object.fromEntries(
      optionalGenerators.map(({ setting }) => [setting, settings.generate[setting]]),
    ),
  }
  return Object.entries(all).map(([name, value]) => [name, String(value)])
}
