import { setMember } from './json-members.ts'
import type { LabelSelector, LabelSelectorRequirement } from './object-meta.ts'

export type Labels = Readonly<Record<string, string>>

/** Whether labels satisfy a selector. */
export type LabelMatcher = (labels: Labels | undefined) => boolean

/** A text that is no label selector. */
export class LabelSelectorError extends Error {
  override readonly name = 'LabelSelectorError'
}

const noLabels: Labels = {}

/** Matches what the selector selects; an empty selector matches everything. */
export function matchLabelSelector(selector: LabelSelector): LabelMatcher {
  const { matchLabels = {}, matchExpressions = [] } = selector
  const equal = Object.entries(matchLabels).map(([key, value]) => requireIn(key, [value]))
  return matchAll([...equal, ...matchExpressions.map(matchRequirement)])
}

/** Reads a selector in the syntax of `kubectl --selector`: `a=b,c!=d,e in (f,g),h notin (i),j,!k`. */
export function parseLabelSelector(text: string): LabelMatcher {
  return matchLabelSelector(readLabelSelector(text))
}

/** The object that a selector in the syntax of `kubectl --selector` stands for; empty for an empty text. */
export function readLabelSelector(text: string): LabelSelector {
  const matchLabels: Record<string, string> = {}
  const matchExpressions: LabelSelectorRequirement[] = []
  for (const requirement of splitRequirements(text).map(readRequirement)) {
    const { key, operator, values: [value = ''] = [] } = requirement
    if (operator !== '=') matchExpressions.push({ ...requirement, operator })
    else if (!Object.hasOwn(matchLabels, key)) setMember(matchLabels, key, value)
    else matchExpressions.push({ key, operator: 'In', values: [value] })
  }
  return {
    ...(Object.keys(matchLabels).length > 0 && { matchLabels }),
    ...(matchExpressions.length > 0 && { matchExpressions }),
  }
}

/** The selector in the syntax of the API server's `labelSelector` parameter. */
export function renderLabelSelector(selector: LabelSelector): string {
  const { matchLabels = {}, matchExpressions = [] } = selector
  const equal = Object.entries(matchLabels).map(([key, value]) => `${key}=${value}`)
  return [...equal, ...matchExpressions.map(renderRequirement)].join(',')
}

function matchAll(matchers: readonly LabelMatcher[]): LabelMatcher {
  return (labels) => matchers.every((matches) => matches(labels))
}

function matchRequirement({ key, operator, values = [] }: LabelSelectorRequirement): LabelMatcher {
  if (operator === 'In') return requireIn(key, values)
  if (operator === 'NotIn') return requireNotIn(key, values)
  const isWanted = operator === 'Exists'
  return (labels = noLabels) => Object.hasOwn(labels, key) === isWanted
}

function requireIn(key: string, values: readonly string[]): LabelMatcher {
  const wanted = new Set(values)
  return (labels = noLabels) => Object.hasOwn(labels, key) && wanted.has(labels[key] ?? '')
}

/** An absent label satisfies `NotIn`, as in Kubernetes. */
function requireNotIn(key: string, values: readonly string[]): LabelMatcher {
  const isIn = requireIn(key, values)
  return (labels) => !isIn(labels)
}

function renderRequirement({ key, operator, values = [] }: LabelSelectorRequirement): string {
  if (operator === 'Exists') return key
  if (operator === 'DoesNotExist') return `!${key}`
  return `${key} ${operator.toLowerCase()} (${values.join(',')})`
}

/** Cuts at the commas that stand outside of parentheses. */
function splitRequirements(text: string): string[] {
  if (text.trim() === '') return []
  const requirements: string[] = []
  let start = 0
  let isInside = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '(' || sign === ')') isInside = sign === '('
    else if (sign === ',' && !isInside) {
      requirements.push(text.slice(start, at).trim())
      start = at + 1
    }
  }
  return [...requirements, text.slice(start).trim()]
}

const setForm = /^([^\s=!(),]+)\s+(in|notin)\s*\(([^()]*)\)$/
const equalForm = /^([^\s=!(),]+)\s*(==|=|!=)\s*([^\s=!(),]*)$/
const existsForm = /^(!?)\s*([^\s=!(),]+)$/

/** As in the selector's object, but that what must be equal is kept apart. */
type Requirement = Omit<LabelSelectorRequirement, 'operator'> & {
  readonly operator: LabelSelectorRequirement['operator'] | '='
}

function readRequirement(text: string): Requirement {
  const set = setForm.exec(text)
  if (set !== null) {
    const [, key = '', operator, list = ''] = set
    const values = list.split(',').map((each) => each.trim())
    return { key, operator: operator === 'in' ? 'In' : 'NotIn', values }
  }
  const equal = equalForm.exec(text)
  if (equal !== null) {
    const [, key = '', operator, value = ''] = equal
    return { key, operator: operator === '!=' ? 'NotIn' : '=', values: [value] }
  }
  const exists = existsForm.exec(text)
  if (exists === null) {
    throw new LabelSelectorError(`Expected a label selector such as \`app=web\`, got \`${text}\``)
  }
  const [, not, key = ''] = exists
  return { key, operator: not === '!' ? 'DoesNotExist' : 'Exists' }
}
