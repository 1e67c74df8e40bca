import { judgeNames } from '../../project/judge-names.ts'
import { qualifiedGroup, type Project } from '../../project/project.ts'
import { applyPlan, type PlanOutcome } from '../../scaffold/apply-plan.ts'
import { withProjectLock } from '../../scaffold/project-lock.ts'
import type { ApiRequest } from '../api-request.ts'
import { askFor } from '../ask.ts'
import { isBuiltInKind } from '../built-in-kinds.ts'
import type { CommandContext, CommandOutcome, OptionValues } from '../command.ts'
import { describeOutcome, hasChanges } from '../describe-outcome.ts'
import { readExternalApiRequest } from '../external-api-request.ts'
import { booleanOption, textOption } from '../option-values.ts'
import { planApi } from '../plan-api.ts'
import { readOwnProject } from '../project-folder.ts'
import { resourceQuestions } from '../resource-questions.ts'

const command = 'kops create api'

/** `kops create api` adds a version of a kind, and run again changes nothing. */
export async function run(options: OptionValues, context: CommandContext): Promise<CommandOutcome> {
  const { root, sink, recovery } = context
  const recorded = readOwnProject(context)
  if (recorded === undefined || isForNothing(options, context)) return {}
  const request =
    options['external'] === undefined
      ? await readRequest(options, recorded.project, context)
      : await readExternalApiRequest(options, context)
  if (request === undefined) return {}
  const dryRun = options['dryRun'] === true
  const outcome = await withProjectLock(root, { ...context, dryRun }, async () => {
    const plan = await planApi(request, context)
    return plan && applyPlan(plan, { root, sink, recovery, dryRun })
  })
  if (outcome !== undefined) context.writeOut(describeApi(outcome, { options, request }))
  return {}
}

function describeApi(outcome: PlanOutcome, { options, request }: Described): string {
  const dryRun = options['dryRun'] === true
  const types = request.wantsResource ? ['write down what the kind is about in its type'] : []
  const controllers = outcome.created.filter((path) =>
    /^src\/controllers\/.*(?<!\.test)\.ts$/.test(path),
  )
  const conversions = outcome.created.filter((path) => path.endsWith('.conversion.ts'))
  const work = [
    ...conversions.map((path) => `say what its fields become in ${path}`),
    ...controllers.map((path) => `say what to do about it in ${path}`),
  ]
  const steps = [...types, ...work, 'run\n  make generate test\n']
  const next = `\nNext: ${steps.join(' and ').replace(' and run', ', then run')}`
  return `${describeOutcome(outcome, dryRun)}${dryRun || !hasChanges(outcome) ? '' : next}`
}

interface Described {
  readonly options: OptionValues
  readonly request: ApiRequest
}

function isForNothing(options: OptionValues, { sink }: CommandContext): boolean {
  const isWanted = ['resource', 'controller'].some((name) => booleanOption(options, name) !== false)
  if (isWanted) return false
  const helps = ['leave `--resource=false` out']
  sink.report('args/nothing-to-create', { command }, { helps })
  return true
}

async function readRequest(
  options: OptionValues,
  project: Project,
  context: CommandContext,
): Promise<ApiRequest | undefined> {
  const ask = async (name: keyof typeof resourceQuestions): Promise<string> =>
    textOption(options, name) ?? (await askFor(resourceQuestions[name], command, context)) ?? ''
  const group = await ask('group')
  const version = await ask('version')
  const kind = await ask('kind')
  const plural = textOption(options, 'plural')
  if (context.sink.hasErrors) return undefined
  const request = {
    group,
    version,
    kind,
    plural,
    namespaced: booleanOption(options, 'namespaced'),
    controllerName: textOption(options, 'controllerName'),
    wantsResource: booleanOption(options, 'resource') !== false,
    wantsController: booleanOption(options, 'controller') !== false,
    from: textOption(options, 'from'),
    conversion: booleanOption(options, 'conversion'),
  }
  judgeRequest(request, project, context)
  return context.sink.hasErrors ? undefined : request
}

/** The names of a kind that is there already are Kubernetes' own business, or were judged before. */
function judgeRequest(request: ApiRequest, project: Project, { sink }: CommandContext): void {
  const { group, version, kind, plural, controllerName, wantsController } = request
  if (controllerName !== undefined && !wantsController) {
    const helps = ['leave `--controller=false` or `--controller-name` out']
    sink.report('args/nothing-to-name', { name: controllerName }, { helps })
  }
  if (!request.wantsResource) {
    judgeNames({ controllerName }, {}, sink)
    return
  }
  const names = {
    group,
    version,
    kind,
    plural: plural ?? knownPlural({ group, kind }, project),
    controllerName,
  }
  const { resources, domain: projectDomain } = project
  judgeNames(names, { projectDomain, resources, isBuiltInKind }, sink)
}

/** All versions of a kind share one plural. */
function knownPlural(
  { group, kind }: { readonly group: string; readonly kind: string },
  { resources, domain }: Project,
): string | undefined {
  const full = qualifiedGroup({ group, domain })
  return resources.find((each) => each.kind === kind && qualifiedGroup(each) === full)?.plural
}
