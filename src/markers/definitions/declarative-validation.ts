import type { MarkerDefinition, MarkerTarget } from '../marker.ts'
import { goRow } from './go.ts'

const field = ['field'] as const
const typeAndField = ['type', 'field'] as const
const validation = 'kubebuilder:validation:'

interface Rule {
  readonly name: string
  readonly doc: string
  /** What follows the name, for the example. */
  readonly argument?: string
  readonly targets?: readonly MarkerTarget[]
  readonly instead?: string
}

const rules: readonly Rule[] = [
  { name: 'alpha', doc: 'a rule of alpha maturity', argument: '(since: "1.37")=+k8s:optional' },
  { name: 'beta', doc: 'a rule of beta maturity', argument: '(since: "1.37")=+k8s:required' },
  { name: 'ifEnabled', doc: 'a rule behind a feature gate', argument: '(Gate)=+k8s:optional' },
  { name: 'ifDisabled', doc: 'a rule without a feature gate', argument: '(Gate)=+k8s:forbidden' },
  { name: 'ifMode', doc: 'a rule for one mode of a type', argument: '("Fast")=+k8s:required' },
  { name: 'modeDiscriminator', doc: 'the field tells the mode of the object' },
  {
    name: 'eachKey',
    doc: 'a rule for every key of a map',
    argument: '=+k8s:format=k8s-short-name',
  },
  { name: 'eachVal', doc: 'a rule for every item or entry', argument: '=+k8s:maxLength=63' },
  { name: 'subfield', doc: 'a rule for a field inside', argument: '(name)=+k8s:optional' },
  { name: 'item', doc: 'a rule for one item of a list', argument: '(type: "Ready")=+k8s:optional' },
  { name: 'forbidden', doc: 'the field must not be set' },
  { name: 'update', doc: 'which changes are refused', argument: '=NoUnset' },
  { name: 'monotonic', doc: 'the number never falls' },
  { name: 'neq', doc: 'a value that is refused', argument: '="none"' },
  { name: 'dependentRequired', doc: 'fields that go together', argument: '("other")' },
  { name: 'dependentForbidden', doc: 'fields that exclude each other', argument: '("other")' },
  { name: 'unionMember', doc: 'one field of a union' },
  { name: 'unionDiscriminator', doc: 'tells which field of a union is set' },
  { name: 'zeroOrOneOfMember', doc: 'one field of which at most one is set' },
  { name: 'enumExclude', doc: 'a constant that is no value', argument: '' },
  { name: 'opaqueType', doc: 'rules of the type are not looked at' },
  { name: 'customValidation', doc: 'checked by code', argument: '' },
  { name: 'customUnique', doc: 'uniqueness is checked by code', argument: '' },
  { name: 'deprecated', doc: 'a field that was there once', argument: '=state' },
  { name: 'maxBytes', doc: 'the greatest number of bytes', argument: '=256' },
  {
    name: 'format',
    doc: "one of Kubernetes' own formats",
    argument: '=k8s-short-name',
    targets: typeAndField,
  },
  { name: 'unique', doc: 'items differ', argument: '=set', instead: 'listType' },
  {
    name: 'maxLength',
    doc: 'the greatest length',
    argument: '=63',
    instead: `${validation}MaxLength`,
  },
  {
    name: 'minLength',
    doc: 'the least length',
    argument: '=1',
    instead: `${validation}MinLength`,
  },
  {
    name: 'minItems',
    doc: 'the least number of items',
    argument: '=1',
    instead: `${validation}MinItems`,
  },
  {
    name: 'maxProperties',
    doc: 'the greatest number of entries',
    argument: '=10',
    instead: `${validation}MaxProperties`,
  },
  {
    name: 'minProperties',
    doc: 'the least number of entries',
    argument: '=1',
    instead: `${validation}MinProperties`,
  },
  {
    name: 'supportsSubresource',
    doc: 'a subresource that rules hold for',
    argument: '="/status"',
    targets: ['type'],
  },
  {
    name: 'isSubresource',
    doc: 'the type is a subresource',
    argument: '="/scale"',
    targets: ['type'],
  },
  {
    name: 'validation-gen',
    doc: 'whether rules are compiled',
    argument: '=*',
    targets: ['package', 'type'],
  },
  {
    name: 'validation-gen-input',
    doc: 'the package of the types',
    argument: '=example.com/api/v1',
    targets: ['package'],
  },
  {
    name: 'validation-gen-scheme-registry',
    doc: 'where rules are registered',
    argument: '=nil',
    targets: ['package'],
  },
  { name: 'validation-gen-nolint', doc: 'a finding is let pass', targets: typeAndField },
]

/**
 * Kubernetes' own rules in markers, compiled into its API server. controller-gen reads those of the
 * names in the other lists; these here have no effect on a custom resource.
 */
export const declarativeValidationDefinitions: readonly MarkerDefinition[] = rules.map((rule) => {
  const name = `k8s:${rule.name}`
  return goRow(name, rule.targets ?? field, {
    doc: `Kubernetes' own API server only: ${rule.doc}.`,
    example: `+${name}${rule.argument ?? ''}`,
    ...(rule.argument === undefined ? { arguments: [] } : {}),
    ...(rule.instead === undefined ? {} : { instead: rule.instead }),
  })
})
