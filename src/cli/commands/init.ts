import { existsSync, realpathSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { renderHeader } from '../../generators/header.ts'
import { findProject } from '../../project/find-project.ts'
import { judgeNames } from '../../project/judge-names.ts'
import { projectFile, readProject, type ProjectOnDisk } from '../../project/parse-project.ts'
import { defaultSettings, type Project } from '../../project/project.ts'
import { applyPlan, type PlanOutcome } from '../../scaffold/apply-plan.ts'
import {
  boilerplatePath,
  leaderElectionId,
  planInit,
  renderLegalFiles,
} from '../../scaffold/init-plan.ts'
import type { Plan } from '../../scaffold/plan.ts'
import { planProjectRecord } from '../../scaffold/project-record.ts'
import { withProjectLock } from '../../scaffold/project-lock.ts'
import { askFor } from '../ask.ts'
import type { CommandContext, CommandOutcome, OptionValues } from '../command.ts'
import { describeOutcome, hasChanges } from '../describe-outcome.ts'
import { planNewProjectArtefacts } from '../generated-files.ts'
import { installDependencies } from '../install-dependencies.ts'
import { findKopsDependency } from '../kops-dependency.ts'
import { readLegalOptions } from '../legal-options.ts'
import { booleanOption, textOption } from '../option-values.ts'
import { packageDirectory } from '../own-package.ts'
import { listFolders, readOptionalText, readSourceHeader } from '../project-folder.ts'
import { reportContradictions, type Claim } from '../report-contradictions.ts'
import { confirmTrust } from '../trust/confirm-copy.ts'
import { readVersions } from '../versions.ts'

const command = 'kops init'

/** What the command line asks for, judged; what was not given is absent. */
interface InitRequest {
  readonly domain?: string | undefined
  readonly projectName?: string | undefined
  readonly namespaced?: boolean | undefined
  readonly license?: string | undefined
  readonly owner?: string | undefined
  readonly licenseHeader?: string | undefined
  readonly kops?: string | undefined
}

/** `kops init` makes the project of the working folder, and run again changes nothing. */
export async function run(options: OptionValues, context: CommandContext): Promise<CommandOutcome> {
  const root = context.directory
  if (isNested(context)) return {}
  const request = await readRequest(options, context)
  if (request === undefined) return {}
  const dryRun = options['dryRun'] === true
  const isNew = !existsSync(join(root, projectFile))
  const outcome = await withProjectLock(root, { ...context, dryRun }, () => {
    const plan = planProject(request, context)
    return plan && applyInit(plan, { context, dryRun, isNew })
  })
  if (outcome === undefined) return {}
  context.writeOut(describeOutcome(outcome, dryRun))
  if (dryRun) return {}
  const isWanted = options['install'] !== false
  const isDone = !hasChanges(outcome) && existsSync(join(root, 'node_modules/.bin/kops'))
  if (isWanted && !isDone && (isNew || (await mayInstall(context)))) {
    await installDependencies(context)
  }
  if (!context.sink.hasErrors) context.writeOut(nextStep(isWanted))
  return {}
}

interface InitRun {
  readonly context: CommandContext
  readonly dryRun: boolean
  readonly isNew: boolean
}

/** Who makes a project trusts it: kept before the first file is written, so that a kill can be mended. */
function applyInit(plan: Plan, { context, dryRun, isNew }: InitRun): PlanOutcome | undefined {
  const { directory: root, sink, recovery, trust } = context
  const mayTrust = isNew && !dryRun && !hasForeignCopy(root)
  try {
    if (mayTrust) trust.keep(root, 'trusted')
  } catch {
    // `recovery` meets the same problem when it signs, and reports it.
  }
  const outcome = applyPlan(plan, { root, sink, recovery, dryRun })
  if (outcome === undefined && mayTrust) trust.revoke(root)
  return outcome
}

/** A kops that is there before the project is came from elsewhere: its folder has to be confirmed. */
function hasForeignCopy(directory: string): boolean {
  const copy = join(directory, 'node_modules/kops')
  return existsSync(copy) && realpathSync(copy) !== realpathSync(packageDirectory)
}

/** `npm install` runs scripts that package.json names, and the project may be a clone. */
function mayInstall({ directory, trust, isTerminal, sink }: CommandContext): Promise<boolean> {
  const undertaking = {
    project: realpathSync(directory),
    what: 'run `npm install`, with the scripts that package.json names',
    help: '`kops init --no-install` leaves that to you',
  }
  return confirmTrust(undertaking, { record: trust, isTerminal, sink })
}

/** Commands look for PROJECT upwards, so that a project inside another would be taken for it. */
function isNested({ directory, sink }: CommandContext): boolean {
  const outer = findProject(directory)
  if (outer === undefined || outer === directory) return false
  const name = relative(directory, outer)
  sink.report(
    'project/nested',
    { name },
    {
      notes: ['commands look for PROJECT upwards, and would take one project for the other'],
      helps: [`run \`kops -C ${name} init\` to complete that project, or choose another folder`],
    },
  )
  return true
}

async function readRequest(
  options: OptionValues,
  context: CommandContext,
): Promise<InitRequest | undefined> {
  const { directory, sink } = context
  const isInitialized = existsSync(join(directory, projectFile))
  const projectName = textOption(options, 'projectName')
  const legal = readLegalOptions(options, context)
  const kops = textOption(options, 'kops')
  if (kops?.trim() === '') sink.report('args/empty-value', { flag: 'kops' })
  const names = {
    domain: textOption(options, 'domain'),
    projectName: projectName ?? (isInitialized ? undefined : basename(directory)),
  }
  judgeNames(names, {}, sink)
  if (names.domain === undefined && !isInitialized && !(sink.hasErrors && context.isTerminal)) {
    names.domain = await askForDomain(context)
  }
  if (sink.hasErrors) return undefined
  return { ...names, ...legal, kops, namespaced: booleanOption(options, 'namespaced') }
}

async function askForDomain(context: CommandContext): Promise<string | undefined> {
  const message = 'Which domain do the API groups of the project end in?'
  const question = { flag: 'domain', message, placeholder: 'example.org' }
  const domain = await askFor(question, command, context)
  if (domain !== undefined) judgeNames({ domain }, {}, context.sink)
  return domain
}

function planProject(request: InitRequest, context: CommandContext): Plan | undefined {
  const { directory: root, sink } = context
  const recorded = existsSync(join(root, projectFile)) ? readProject(root, sink) : undefined
  if (recorded !== undefined && contradicts(request, recorded, context)) return undefined
  const project = recorded?.project ?? newProject(request)
  const kops = findDependency(request, recorded, context)
  if (kops === undefined || sink.hasErrors) return undefined
  const { licenseHeader } = request
  const isInitialized = recorded !== undefined
  const legal = renderLegalFiles(project, licenseHeader ?? '')
  const boilerplate = legal.find(({ path }) => path === boilerplatePath)?.content ?? ''
  const header = isInitialized
    ? readSourceHeader(root, project.settings.year)
    : renderHeader({ text: boilerplate, year: project.settings.year }, 'typescript')
  const folders = listFolders(root, project)
  const { files } = planInit({ project, kops, legal, header, folders, isInitialized })
  return {
    files: [
      ...files,
      ...planNewProjectArtefacts(project, root, sink),
      planProjectRecord(project, recorded),
    ],
  }
}

function newProject(request: InitRequest): Project {
  const { domain = '', projectName = '', namespaced = false, owner } = request
  const license = request.license ?? defaultSettings.license
  const { kubernetes } = readVersions()
  const settings = {
    ...defaultSettings,
    license,
    owner,
    kubernetes,
    leaderElectionId: leaderElectionId({ projectName, domain }),
  }
  return { domain, projectName, namespaced, resources: [], settings }
}

/** A project that is there already keeps the kops that its package.json names. */
function findDependency(
  { kops }: InitRequest,
  recorded: ProjectOnDisk | undefined,
  { directory, sink }: CommandContext,
): ReturnType<typeof findKopsDependency> {
  const known = recorded === undefined ? undefined : readKopsSpecifier(directory)
  if (known !== undefined) return { specifier: known }
  return kops === undefined ? findKopsDependency(sink) : { specifier: kops }
}

function readKopsSpecifier(root: string): string | undefined {
  const text = readOptionalText(join(root, 'package.json'))
  return text === undefined ? undefined : /"kops":\s*"([^"]+)"/.exec(text)?.[1]
}

function contradicts(
  request: InitRequest,
  { project }: ProjectOnDisk,
  { directory, sink }: CommandContext,
): boolean {
  const { settings } = project
  const claims: Claim[] = [
    { flag: 'domain', value: request.domain, recorded: project.domain },
    { flag: 'project-name', value: request.projectName, recorded: project.projectName },
    { flag: 'namespaced', value: request.namespaced, recorded: project.namespaced, canEdit: true },
    { flag: 'license', value: request.license, recorded: settings.license, canEdit: true },
    { flag: 'owner', value: request.owner, recorded: settings.owner ?? '', canEdit: true },
    {
      flag: 'kops',
      value: request.kops,
      recorded: readKopsSpecifier(directory) ?? request.kops,
      file: 'package.json',
    },
  ]
  return reportContradictions(claims, sink)
}

function nextStep(isInstalled: boolean): string {
  const api = 'create api --group apps --version v1 --kind Application'
  return isInstalled
    ? `\nNext: add an API\n  npx kops ${api}\n`
    : `\nNext: install the dependencies and add an API\n  npm install\n  npx kops ${api}\n`
}
