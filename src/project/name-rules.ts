import { isKubernetesVersion } from '../apimachinery/api-version.ts'
import {
  validateDns1035Label,
  validateDns1123Label,
  validateDns1123Subdomain,
  validateKind,
  type NameErrors,
} from '../apimachinery/names.ts'
import { pluralize } from '../apimachinery/plural.ts'
import { isDeviceName } from './path-rules.ts'
import { derivedNames, projectNameMaxLength } from './derived-names.ts'

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
  /** The name of a controller, which is that of its file too. */
  readonly controllerName?: string | undefined
}

export type NameField =
  'projectName' | 'domain' | 'group' | 'version' | 'kind' | 'plural' | 'controllerName'

/** What is wrong with one name. */
export interface NameProblem {
  readonly field: NameField
  readonly value: string
  /** The rule, in Kubernetes' words where it is Kubernetes' rule. */
  readonly reason: string
  /** A name near it that would do. */
  readonly suggestion?: string | undefined
}

/** How names of one sort are judged. */
interface NameRule {
  readonly field: NameField
  readonly validate: (name: string) => NameErrors
  /** A guess at what was meant; it is offered where it is right itself. */
  readonly suggest: (names: NamesToJudge) => string | undefined
}

const rules: Readonly<Record<keyof NamesToJudge, NameRule>> = {
  projectName: {
    field: 'projectName',
    validate: validateProjectName,
    suggest: ({ projectName = '' }) => normalizeName(projectName).slice(0, projectNameMaxLength),
  },
  domain: {
    field: 'domain',
    validate: validateDns1123Subdomain,
    suggest: ({ domain }) => domain?.toLowerCase(),
  },
  group: {
    field: 'group',
    validate: validateDns1123Subdomain,
    suggest: ({ group }) => group?.toLowerCase(),
  },
  version: {
    field: 'version',
    validate: validateNewVersion,
    suggest: ({ version = '' }) => nearVersion(version),
  },
  servedVersion: { field: 'version', validate: validateDns1035Label, suggest: () => undefined },
  kind: {
    field: 'kind',
    validate: validateNewKind,
    suggest: ({ kind = '' }) => toPascalCase(kind),
  },
  plural: {
    field: 'plural',
    validate: validateDns1035Label,
    suggest: ({ kind = '' }) => pluralize(toPascalCase(kind)),
  },
  controllerName: {
    field: 'controllerName',
    validate: validateDns1123Label,
    suggest: ({ controllerName = '' }) => normalizeName(controllerName),
  },
}

/** The rules that a name alone can break: at most one problem for each name. */
export function findNameProblems(names: NamesToJudge): NameProblem[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const value = Object.entries(names).find(([key]) => key === name)?.[1]
    return value === undefined ? [] : judgeName(value, rule, names)
  })
}

function judgeName(value: string, rule: NameRule, names: NamesToJudge): NameProblem[] {
  const { field, validate } = rule
  const [reason] =
    value === '' ? ['must be non-empty'] : [...validate(value), ...judgeFile(rule, value)]
  if (reason === undefined) return []
  const guess = rule.suggest(names) ?? ''
  const isRight = guess !== '' && validate(guess).length === 0
  return [{ field, value, reason, suggestion: isRight ? guess : undefined }]
}

/** Files and folders are named after groups, versions, kinds and controllers, on Windows too. */
function judgeFile({ field }: NameRule, value: string): NameErrors {
  const isFile = ['group', 'version', 'kind', 'controllerName'].includes(field)
  return isFile && isDeviceName(value)
    ? ['a file is named after it, and Windows takes that name for a device']
    : []
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

function validateNewKind(kind: string): NameErrors {
  const errors = validateKind(kind)
  if (errors.length > 0) return errors
  if (!/^[A-Z]/.test(kind)) return ['a kind starts with an upper case letter']
  if (kind.includes('-')) return ['a kind is the name of a type too, which cannot hold `-`']
  return validateKind(`${kind}List`).map((error) => `its list, \`${kind}List\`: ${error}`)
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
