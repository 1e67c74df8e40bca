import { isKubernetesVersion } from '../apimachinery/api-version.ts'
import {
  isProtectedGroup,
  validateApiGroup,
  validateDns1035Label,
  validateDns1123Subdomain,
  validateKind,
  type NameErrors,
} from '../apimachinery/names.ts'
import { pluralize } from '../apimachinery/plural.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { derivedNames, projectNameMaxLength } from './derived-names.ts'
import { qualifiedGroup, type ProjectResource } from './project.ts'

/*
 * Judges names before anything is written. `findNameProblems` holds the rules for single names and is
 * asked for PROJECT and for the command line alike; `judgeNames` adds what only a new name can get
 * wrong, and reports. Start reading there.
 */

/** The names to judge; what is absent is not judged. */
export interface NamesToJudge {
  readonly projectName?: string | undefined
  readonly domain?: string | undefined
  readonly group?: string | undefined
  /** The version of a new type: one that Kubernetes orders. */
  readonly version?: string | undefined
  /** The version of a type that is there already: any that Kubernetes serves. */
  readonly servedVersion?: string | undefined
  readonly kind?: string | undefined
  readonly plural?: string | undefined
}

export type NameField = 'projectName' | 'domain' | 'group' | 'version' | 'kind' | 'plural'

/** What is wrong with one name. */
export interface NameProblem {
  readonly field: NameField
  readonly value: string
  /** The rule, in Kubernetes' words where it is Kubernetes' rule. */
  readonly reason: string
  /** A name near it that would do. */
  readonly suggestion?: string | undefined
}

/** The rules that a name alone can break. At most one problem for each name. */
export function findNameProblems(names: NamesToJudge): NameProblem[] {
  const suggestProject = normalizeName(names.projectName ?? '').slice(0, projectNameMaxLength)
  return [
    ...judge('projectName', names.projectName, validateProjectName, suggestProject),
    ...judge('domain', names.domain, validateDns1123Subdomain, names.domain?.toLowerCase()),
    ...judge('group', names.group, validateDns1123Subdomain, names.group?.toLowerCase()),
    ...judge('version', names.version, validateNewVersion, nearVersion(names.version ?? '')),
    ...judge('version', names.servedVersion, validateDns1035Label, undefined),
    ...judge('kind', names.kind, validateNewKind, toPascalCase(names.kind ?? '')),
    ...judge(
      'plural',
      names.plural,
      validateDns1035Label,
      pluralize(toPascalCase(names.kind ?? '')),
    ),
  ]
}

function judge(
  field: NameField,
  value: string | undefined,
  ...[validate, suggestion]: [(value: string) => NameErrors, string | undefined]
): NameProblem[] {
  if (value === undefined) return []
  const [reason] = value === '' ? ['must be non-empty'] : validate(value)
  if (reason === undefined) return []
  const isBetter =
    suggestion !== undefined && suggestion !== '' && validate(suggestion).length === 0
  return [{ field, value, reason, suggestion: isBetter ? suggestion : undefined }]
}

/** A project's name has to be fit for every name that is made of it. */
function validateProjectName(name: string): NameErrors {
  const own = validateDns1035Label(name).filter((error) => !error.startsWith('must be no more'))
  if (own.length > 0) return own
  return derivedNames.flatMap(({ object, suffix, validate }) =>
    validate(name + suffix).map((error) => `${object} \`<name>${suffix}\`: ${error}`),
  )
}

function validateNewVersion(version: string): NameErrors {
  const errors = validateDns1035Label(version)
  if (errors.length > 0 || isKubernetesVersion(version)) return errors
  return ['Kubernetes orders versions such as `v1`, `v2beta1` and `v1alpha3` only']
}

const listSuffix = 'List'

function validateNewKind(kind: string): NameErrors {
  const errors = validateKind(kind)
  if (errors.length > 0) return errors
  if (!/^[A-Z]/.test(kind)) return ['a kind starts with an upper case letter']
  if (kind.includes('-')) return ['a kind is the name of a type too, which cannot hold `-`']
  return validateKind(kind + listSuffix).map((error) => `its list, \`${kind}List\`: ${error}`)
}

/** Lower-case letters, digits and single dashes, starting with a letter. */
function normalizeName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .replace(/-+$/, '')
}

function toPascalCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
    .replace(/^\d+/, '')
}

/** `1` and `V1` mean `v1`; of `v1.2` the number that counts is kept. */
function nearVersion(text: string): string {
  const match = /^v?(\d+)(?:[^a-z]*(alpha|beta)\D?(\d*))?/i.exec(text)
  if (match === null) return 'v1'
  const [, major = '1', stability = '', minor = ''] = match
  return `v${major}${stability.toLowerCase()}${stability === '' ? '' : minor || '1'}`
}

/** Where the names of a new project or resource come from and what they must not collide with. */
export interface NamesContext {
  /** The domain of the project that a resource is added to. */
  readonly projectDomain?: string | undefined
  readonly resources?: readonly ProjectResource[] | undefined
  /** Whether Kubernetes itself has this kind in the group of this name or first label. */
  readonly isBuiltInKind?: ((group: string, kind: string) => boolean) | undefined
}

const invalidNames = {
  projectName: 'args/invalid-project-name',
  domain: 'args/invalid-domain',
  group: 'args/invalid-group',
  version: 'args/invalid-version',
  kind: 'args/invalid-kind',
  plural: 'args/invalid-plural',
} as const

/** The flag that a name comes from. */
const flags: Readonly<Record<NameField, string>> = {
  projectName: 'project-name',
  domain: 'domain',
  group: 'group',
  version: 'version',
  kind: 'kind',
  plural: 'plural',
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
  const failures = [
    judgeDomain(names, sink),
    judgeGroup(names, context, sink),
    judgeKind(names, context, sink),
    judgePlural(names, context, sink),
  ]
  return failures.every((isGood) => isGood)
}

function reportProblem(
  { field, value, reason, suggestion }: NameProblem,
  sink: DiagnosticSink,
): void {
  const helps = suggestion === undefined ? [] : [`use \`--${flags[field]} ${suggestion}\``]
  const details = { notes: [reason], helps }
  if (value === '') sink.report('args/empty-value', { flag: flags[field] }, details)
  else if (
    field === 'projectName' &&
    value.length > projectNameMaxLength &&
    /^[a-z][-a-z0-9]*$/.test(value)
  )
    sink.report('args/name-too-long', { value, limit: String(projectNameMaxLength) }, details)
  else sink.report(invalidNames[field], { value }, details)
}

function judgeDomain({ domain }: NamesToJudge, sink: DiagnosticSink): boolean {
  if (domain !== undefined && isProtectedGroup(domain)) warnOfProtectedGroup(domain, sink)
  return true
}

function warnOfProtectedGroup(group: string, sink: DiagnosticSink): void {
  sink.report(
    'args/protected-group',
    { group },
    {
      notes: [
        'the API server takes such a CRD only with the annotation `api-approved.kubernetes.io`',
      ],
      helps: ['use a domain of your own'],
    },
  )
}

function judgeGroup({ group }: NamesToJudge, context: NamesContext, sink: DiagnosticSink): boolean {
  const domain = context.projectDomain ?? ''
  if (group === undefined) return true
  if (domain !== '' && (group === domain || group.endsWith(`.${domain}`))) {
    const label = group.slice(0, -domain.length - 1)
    const helps = label === '' ? [] : [`use \`--group ${label}\``]
    const notes = [`kops adds the domain itself: the group would be \`${group}.${domain}\``]
    sink.report('args/group-repeats-domain', { group, domain }, { notes, helps })
    return false
  }
  const full = qualifiedGroup({ group, domain })
  const [reason] = validateApiGroup(full)
  if (reason !== undefined) {
    sink.report('args/invalid-group', { value: full }, { notes: [reason] })
    return false
  }
  if (isProtectedGroup(full) && !isProtectedGroup(domain)) warnOfProtectedGroup(full, sink)
  return true
}

function judgeKind(
  { group, kind }: NamesToJudge,
  context: NamesContext,
  sink: DiagnosticSink,
): boolean {
  if (kind === undefined) return true
  if (kind.endsWith(listSuffix) && kind !== listSuffix) {
    const single = kind.slice(0, -listSuffix.length)
    const notes = [
      `Kubernetes calls the list of \`${single}\` objects so, and its own list would be \`${kind}List\``,
    ]
    sink.report('args/list-kind', { kind }, { notes, helps: [`use \`--kind ${single}\``] })
    return false
  }
  if (group !== undefined && context.isBuiltInKind?.(group, kind) === true) {
    const notes = [
      'a second kind of that name in a group of nearly that name is mistaken for it everywhere',
    ]
    const helps = ['choose another kind or group']
    sink.report('args/built-in-kind', { kind, group }, { notes, helps })
    return false
  }
  return judgeTypeNames({ group, kind }, context, sink)
}

/** Types that each kind brings beside its own; `index.ts` of a version exports them all. */
const typeSuffixes = ['', 'Spec', 'Status', 'List'] as const

/** Types that the file of a kind imports. */
const importedTypes: ReadonlySet<string> = new Set(['Condition', 'CustomResource', 'Int32'])

function judgeTypeNames(
  { group, kind }: NamesToJudge,
  context: NamesContext,
  sink: DiagnosticSink,
): boolean {
  if (kind === undefined) return true
  const helps = ['choose another kind']
  if (importedTypes.has(kind)) {
    const notes = ['the file of the kind imports a type of that name from `kops`']
    sink.report('args/kind-clash', { kind, other: kind }, { notes, helps })
    return false
  }
  const full = qualifiedGroup({ group: group ?? '', domain: context.projectDomain ?? '' })
  const other = context.resources?.find(
    (each) => qualifiedGroup(each) === full && each.kind !== kind && shareTypes(each.kind, kind),
  )
  if (other === undefined) return true
  const notes = [`\`${other.kind}\` of the same group needs a file or a type of the same name`]
  sink.report('args/kind-clash', { kind, other: other.kind }, { notes, helps })
  return false
}

/** Whether two kinds of a group get a file or a type of the same name. */
function shareTypes(left: string, right: string): boolean {
  const names = new Set(typeSuffixes.map((suffix) => left + suffix))
  return (
    left.toLowerCase() === right.toLowerCase() ||
    typeSuffixes.some((suffix) => names.has(right + suffix))
  )
}

function judgePlural(names: NamesToJudge, context: NamesContext, sink: DiagnosticSink): boolean {
  const { group, kind } = names
  if (kind === undefined) return true
  const plural = names.plural ?? pluralize(kind)
  const [reason] = validateDns1035Label(plural)
  if (reason !== undefined) {
    sink.report(
      'args/invalid-plural',
      { value: plural },
      { notes: [reason], helps: ['give `--plural`'] },
    )
    return false
  }
  const full = qualifiedGroup({ group: group ?? '', domain: context.projectDomain ?? '' })
  const other = context.resources?.find(
    (each) => qualifiedGroup(each) === full && each.plural === plural && each.kind !== kind,
  )
  if (other === undefined) return true
  const notes = ['the API server serves one resource under one plural of a group']
  const helps = ['give another `--plural`']
  sink.report('args/plural-clash', { plural, other: other.kind }, { notes, helps })
  return false
}
