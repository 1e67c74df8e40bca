/** What is wrong with a name, in the phrases that the API server answers with. Empty where it is right. */
export type NameErrors = readonly string[]

interface NameRule {
  readonly format: string
  readonly phrase: string
  readonly examples: readonly string[]
  readonly maxLength: number
}

const label1123 = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const labelMaxLength = 63
const subdomainMaxLength = 253

const dns1123Label: NameRule = {
  format: label1123,
  phrase:
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  examples: ['my-name', '123-abc'],
  maxLength: labelMaxLength,
}

const dns1123Subdomain: NameRule = {
  format: `${label1123}(\\.${label1123})*`,
  phrase:
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  examples: ['example.com'],
  maxLength: subdomainMaxLength,
}

const dns1035Label: NameRule = {
  format: '[a-z]([-a-z0-9]*[a-z0-9])?',
  phrase:
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  examples: ['my-name', 'abc-123'],
  maxLength: labelMaxLength,
}

/** Judges a name such as a Namespace's. */
export function validateDns1123Label(value: string): NameErrors {
  return applyRule(dns1123Label, value)
}

/** Judges a name such as a CustomResourceDefinition's, and an API group. */
export function validateDns1123Subdomain(value: string): NameErrors {
  return applyRule(dns1123Subdomain, value)
}

/** Judges a name such as a Service's, a resource's plural, and the name of an API version. */
export function validateDns1035Label(value: string): NameErrors {
  return applyRule(dns1035Label, value)
}

/** Judges a kind as the API server judges the kind of a CustomResourceDefinition. */
export function validateKind(value: string): NameErrors {
  return validateDns1035Label(value.toLowerCase()).map(
    (error) => `may have mixed case, but should otherwise match: ${error}`,
  )
}

/** Judges the group of a CustomResourceDefinition. */
export function validateApiGroup(value: string): NameErrors {
  const errors = validateDns1123Subdomain(value)
  if (errors.length > 0 || value.includes('.')) return errors
  return ['should be a domain with at least one dot']
}

/**
 * Whether the API server takes a CustomResourceDefinition of this group only with the annotation
 * `api-approved.kubernetes.io`: the groups of the Kubernetes community.
 */
export function isProtectedGroup(group: string): boolean {
  return ['k8s.io', 'kubernetes.io'].some(
    (domain) => group === domain || group.endsWith(`.${domain}`),
  )
}

/** Whether a text can be the key of a label or an annotation: `app`, `my.domain/app`. */
export function isQualifiedName(text: string): boolean {
  const [, prefix, name] = /^(?:([^/]*)\/)?([^/]*)$/.exec(text) ?? []
  if (name === undefined || !namePart.test(name)) return false
  return prefix === undefined || validateDns1123Subdomain(prefix).length === 0
}

/** Whether a text can be the value of a label. */
export function isLabelValue(text: string): boolean {
  return text === '' || namePart.test(text)
}

const namePart = /^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/

/** A longer text is refused for its length alone: an expression that repeats a group goes deep into the stack. */
const longestMatched = 4096

function applyRule({ format, phrase, examples, maxLength }: NameRule, value: string): NameErrors {
  const isTooLong = value.length > maxLength || byteLength(value) > maxLength
  const errors = isTooLong ? [`must be no more than ${maxLength} bytes`] : []
  if (value.length > longestMatched || matches(format, value)) return errors
  if (format === label1123 && matches(dns1123Subdomain.format, value)) {
    return [...errors, 'must not contain dots']
  }
  const shown = examples.map((example) => `'${example}', `).join(' or ')
  return [...errors, `${phrase} (e.g. ${shown}regex used for validation is '${format}')`]
}

function matches(format: string, value: string): boolean {
  return new RegExp(`^(?:${format})$`).test(value)
}

function byteLength(value: string): number {
  return new TextEncoder().encode(value).length
}
