import type { WebhookSort } from '../../project/project-webhooks.ts'
import { applyPlan, type PlanOutcome } from '../../scaffold/apply-plan.ts'
import { withProjectLock } from '../../scaffold/project-lock.ts'
import { askFor, askForSome } from '../ask.ts'
import type { CommandContext, CommandOutcome, OptionValues } from '../command.ts'
import { describeOutcome, hasChanges } from '../describe-outcome.ts'
import { readExternalOption } from '../external-api-request.ts'
import { textOption } from '../option-values.ts'
import { planWebhook } from '../plan-webhook.ts'
import { readOwnProject } from '../project-folder.ts'
import { resourceQuestions } from '../resource-questions.ts'
import { reportWrongPaths } from '../webhook-paths.ts'
import type { WebhookRequest } from '../webhook-request.ts'

const command = 'kops create webhook'

/** `kops create webhook` adds webhooks to a kind, and run again changes nothing. */
export async function run(options: OptionValues, context: CommandContext): Promise<CommandOutcome> {
  const { root, sink, recovery } = context
  if (readOwnProject(context) === undefined) return {}
  const request = await readRequest(options, context)
  if (request === undefined) return {}
  const dryRun = options['dryRun'] === true
  const outcome = await withProjectLock(root, { ...context, dryRun }, async () => {
    const plan = await planWebhook(request, context)
    return plan && applyPlan(plan, { root, sink, recovery, dryRun })
  })
  if (outcome !== undefined) context.writeOut(describeWebhook(outcome, dryRun))
  return {}
}

function describeWebhook(outcome: PlanOutcome, dryRun: boolean): string {
  const handlers = outcome.created.filter((path) =>
    /\.(defaulter|validator|conversion)\.ts$/.test(path),
  )
  const next = `\nNext: say what they do in\n${handlers.map((path) => `  ${path}\n`).join('')}then run\n  make generate test\n`
  const hasNext = !dryRun && hasChanges(outcome) && handlers.length > 0
  return `${describeOutcome(outcome, dryRun)}${hasNext ? next : ''}`
}

/** What each flag stands for. */
const sortFlags: readonly (readonly [option: string, sort: WebhookSort])[] = [
  ['defaulting', 'defaulter'],
  ['programmaticValidation', 'validator'],
]

async function readRequest(
  options: OptionValues,
  context: CommandContext,
): Promise<WebhookRequest | undefined> {
  const { sink } = context
  const externalKind = await readExternalOption(options, context)
  if (sink.hasErrors) return undefined
  const ask = async (name: keyof typeof resourceQuestions): Promise<string> =>
    externalKind?.[name] ??
    textOption(options, name) ??
    (await askFor(resourceQuestions[name], command, context)) ??
    ''
  const [group, version, kind] = [await ask('group'), await ask('version'), await ask('kind')]
  reportEmptyNames(options, context)
  const chosen = await chooseTypes(options, context)
  const sorts = sortFlags.flatMap(([option, sort]) => (chosen.has(option) ? [sort] : []))
  const paths = {
    defaulter: textOption(options, 'defaultingPath'),
    validator: textOption(options, 'validationPath'),
  }
  const conversion = chosen.has('conversion')
  const spokes = readSpokes(options)
  reportWrongPaths({ paths, sorts }, sink)
  if (!conversion) {
    for (const version of spokes) {
      const helps = ['add `--conversion`', 'leave `--spoke` out']
      sink.report('args/spoke-without-conversion', { version }, { helps })
    }
  }
  if (sink.hasErrors) return undefined
  const plural = textOption(options, 'plural')
  const external = options['external'] === true ? true : undefined
  const names = { group, version, kind, plural, external, externalKind }
  return { ...names, sorts, paths, conversion, spokes }
}

/** An empty name is most likely a variable that nobody set. */
function reportEmptyNames(options: OptionValues, { sink }: CommandContext): void {
  const empty = Object.values(resourceQuestions).filter(
    ({ flag }) => textOption(options, flag) === '',
  )
  const hasSpoke = readSpokes(options).length > 0 || options['spoke'] === undefined
  const spoke = { flag: 'spoke', placeholder: 'v2' }
  for (const { flag, placeholder } of [...empty, ...(hasSpoke ? [] : [spoke])]) {
    const helps = [`give it a value: \`--${flag} ${placeholder}\``]
    sink.report('args/empty-value', { flag }, { helps })
  }
}

const types = [
  { value: 'defaulting', label: 'defaulting: fill in what objects leave out' },
  { value: 'programmaticValidation', label: 'validation: refuse objects, or warn of them' },
  { value: 'conversion', label: 'conversion: between the versions of the kind' },
]

/** The webhooks that the command line asks for; where there is none, those that a person names. */
async function chooseTypes(
  options: OptionValues,
  context: CommandContext,
): Promise<ReadonlySet<string>> {
  const given = types.map(({ value }) => value).filter((name) => options[name] === true)
  if (given.length > 0) return new Set(given)
  const chosen = context.sink.hasErrors ? undefined : await askForSome(types, context)
  if (chosen !== undefined) return new Set(chosen)
  const helps = ['add `--defaulting`, `--programmatic-validation` or `--conversion`']
  if (!context.sink.hasErrors) context.sink.report('args/no-webhook-type', { command }, { helps })
  return new Set()
}

/** `--spoke v2,v3` and `--spoke v2 --spoke v3`. */
function readSpokes({ spoke }: OptionValues): string[] {
  const given: readonly unknown[] = Array.isArray(spoke) ? spoke : []
  const versions = given.flatMap((each) => String(each).split(','))
  return [...new Set(versions.map((each) => each.trim()))].filter((each) => each !== '')
}
