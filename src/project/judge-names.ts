import { isProtectedGroup, validateApiGroup, validateDns1035Label } from '../apimachinery/names.ts'
import { pluralize } from '../apimachinery/plural.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { projectNameMaxLength } from './derived-names.ts'
import {
  findNameProblems,
  type NameField,
  type NameProblem,
  type NamesToJudge,
} from './name-rules.ts'
import { qualifiedGroup, type ProjectResource } from './project.ts'

/*
 * Judges the names of a command line before anything is written: first each by itself, with the rules
 * that PROJECT is judged by too, then what only a new name can get wrong, beside the names that are there.
 * Start reading at `judgeNames`.
 */

export type { NamesToJudge } from './name-rules.ts'

/** What new names must not collide with. */
export interface NamesContext {
  /** The domain of the project that a resource is added to. */
  readonly projectDomain?: string | undefined
  readonly resources?: readonly ProjectResource[] | undefined
  /** Whether Kubernetes itself has this kind in the group of this full name. */
  readonly isBuiltInKind?: ((group: string, kind: string) => boolean) | undefined
}

/** What the judges of a resource's names look at. */
interface Situation {
  readonly group: string
  readonly domain: string
  readonly kind: string
  readonly plural: string
  /** The other kinds of the same group. */
  readonly others: readonly ProjectResource[]
  readonly isBuiltIn: boolean
  readonly sink: DiagnosticSink
}

/** Judges all names of a command line at once, and reports `args/…`. True where all may be used. */
export function judgeNames(
  names: Omit<NamesToJudge, 'servedVersion'>,
  context: NamesContext,
  sink: DiagnosticSink,
): boolean {
  const problems = findNameProblems(names)
  for (const problem of problems) reportProblem(problem, sink)
  if (problems.length > 0) return false
  if (names.domain !== undefined) warnOfProtectedGroup(names.domain, sink)
  const { group, kind } = names
  const situation = toSituation(names, context, sink)
  if (reportBuiltIn(situation)) return false
  const isGroupGood = group === undefined || judgeGroup(situation)
  return kind === undefined ? isGroupGood : judgeKind(situation) && isGroupGood
}

function toSituation(
  { group = '', kind = '', plural }: NamesToJudge,
  context: NamesContext,
  sink: DiagnosticSink,
): Situation {
  const domain = context.projectDomain ?? ''
  const full = qualifiedGroup({ group, domain })
  const others = (context.resources ?? []).filter(
    (each) => qualifiedGroup(each) === full && each.kind !== kind,
  )
  const isBuiltIn = context.isBuiltInKind?.(full, kind) ?? false
  return { group, domain, kind, plural: plural ?? pluralize(kind), others, isBuiltIn, sink }
}

const flags: Readonly<Record<NameField, string>> = {
  projectName: 'project-name',
  domain: 'domain',
  group: 'group',
  version: 'version',
  kind: 'kind',
  plural: 'plural',
  controllerName: 'controller-name',
}

const invalidNames = {
  projectName: 'args/invalid-project-name',
  domain: 'args/invalid-domain',
  group: 'args/invalid-group',
  version: 'args/invalid-version',
  kind: 'args/invalid-kind',
  plural: 'args/invalid-plural',
  controllerName: 'args/invalid-controller-name',
} as const

function reportProblem(problem: NameProblem, sink: DiagnosticSink): void {
  const { field, value, reason, suggestion } = problem
  const helps = suggestion === undefined ? [] : [`use \`--${flags[field]} ${suggestion}\``]
  const details = { notes: [reason], helps }
  if (value === '') sink.report('args/empty-value', { flag: flags[field] }, details)
  else if (isOnlyTooLong(problem)) {
    sink.report('args/name-too-long', { value, limit: String(projectNameMaxLength) }, details)
  } else sink.report(invalidNames[field], { value }, details)
}

function isOnlyTooLong({ field, value }: NameProblem): boolean {
  const start = value.slice(0, projectNameMaxLength)
  const isLong = field === 'projectName' && value.length > projectNameMaxLength
  return isLong && /^[-a-z0-9]+$/.test(value) && /^[a-z]/.test(start)
}

function warnOfProtectedGroup(group: string, sink: DiagnosticSink): void {
  if (!isProtectedGroup(group)) return
  const notes = [
    'the API server takes such a CRD only with the annotation `api-approved.kubernetes.io`',
  ]
  sink.report('args/protected-group', { group }, { notes, helps: ['use a domain of your own'] })
}

function judgeGroup({ group, domain, sink }: Situation): boolean {
  const full = qualifiedGroup({ group, domain })
  if (domain !== '' && (group === domain || group.endsWith(`.${domain}`))) {
    const label = group.slice(0, -domain.length - 1)
    const helps = label === '' ? [] : [`use \`--group ${label}\``]
    const notes = [`kops adds the domain itself: the group would be \`${full}\``]
    sink.report('args/group-repeats-domain', { group, domain }, { notes, helps })
    return false
  }
  const [reason] = validateApiGroup(full)
  if (reason !== undefined) {
    sink.report('args/invalid-group', { value: full }, { notes: [reason] })
    return false
  }
  if (!isProtectedGroup(domain)) warnOfProtectedGroup(full, sink)
  return true
}

/** Stops at the first problem: the others would follow from it. */
function judgeKind(situation: Situation): boolean {
  return [judgeListName, judgeTypeNames, judgePlural].every((judge) => judge(situation))
}

function judgeListName({ kind, sink }: Situation): boolean {
  const [, single] = /^(.+)List$/.exec(kind) ?? []
  if (single === undefined) return true
  const notes = [
    `Kubernetes calls the list of \`${single}\` objects so, and its own would be \`${kind}List\``,
  ]
  sink.report('args/list-kind', { kind }, { notes, helps: [`use \`--kind ${single}\``] })
  return false
}

/** Reports a kind that Kubernetes serves itself; what else is wrong with its names does not matter then. */
function reportBuiltIn({ group, domain, kind, isBuiltIn, sink }: Situation): boolean {
  if (!isBuiltIn) return false
  const full = qualifiedGroup({ group, domain })
  const notes = ['the API server serves that kind already, and no CRD can bring it again']
  const helps = [
    'add `--resource=false` for a controller of that kind',
    'choose another kind or group for a kind of your own',
  ]
  sink.report('args/built-in-kind', { kind, group: full }, { notes, helps })
  return true
}

/** Types that each kind brings beside its own; `index.ts` of a version exports them all. */
const typeSuffixes = ['', 'Spec', 'Status', 'List'] as const

/** Files that every version has beside those of its kinds. */
const versionFiles: ReadonlySet<string> = new Set(['groupversion', 'index'])

/** Types that the file of a kind imports. */
const importedTypes: ReadonlySet<string> = new Set(['Condition', 'CustomResource', 'Int32'])

function judgeTypeNames({ kind, others, sink }: Situation): boolean {
  const helps = ['choose another kind']
  if (importedTypes.has(kind)) {
    const notes = ['the file of the kind imports a type of that name from `kops`']
    sink.report('args/kind-clash', { kind, other: kind }, { notes, helps })
    return false
  }
  if (versionFiles.has(kind.toLowerCase())) {
    const other = `${kind.toLowerCase()}.ts`
    const notes = [`every version has a file \`${other}\` of its own`]
    sink.report('args/kind-clash', { kind, other }, { notes, helps })
    return false
  }
  const other = others.find((each) => shareTypes(each.kind, kind))
  if (other === undefined) return true
  const notes = [`\`${other.kind}\` of the same group needs a file or a type of the same name`]
  sink.report('args/kind-clash', { kind, other: other.kind }, { notes, helps })
  return false
}

/** Whether two kinds of a group get a file or a type of the same name. */
function shareTypes(left: string, right: string): boolean {
  if (left.toLowerCase() === right.toLowerCase()) return true
  const names = new Set(typeSuffixes.map((suffix) => left + suffix))
  return typeSuffixes.some((suffix) => names.has(right + suffix))
}

function judgePlural({ plural, others, sink }: Situation): boolean {
  const [reason] = validateDns1035Label(plural)
  if (reason !== undefined) {
    const details = { notes: [reason], helps: ['give `--plural`'] }
    sink.report('args/invalid-plural', { value: plural }, details)
    return false
  }
  const other = others.find((each) => each.plural === plural)
  if (other === undefined) return true
  const notes = ['the API server serves one resource under one plural of a group']
  const helps = ['give another `--plural`']
  sink.report('args/plural-clash', { plural, other: other.kind }, { notes, helps })
  return false
}
