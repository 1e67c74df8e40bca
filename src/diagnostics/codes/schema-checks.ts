import type { CodeDefinition } from '../code-definition.ts'
import { specExample, widgetExample } from './schema-example.ts'

/** What the API server would refuse, or take and not do, in a finished schema. */
export const schemaCheckCodes = {
  'schema/not-structural': {
    severity: 'error',
    message: '`{subject}` has no schema that the API server takes',
    why: 'Schemas of custom resources are structural: every value has a type, every array says what its items are.',
    remedy: 'Write the type in TypeScript, or add the marker that the help names.',
    example: specExample('// +kubebuilder:validation:Schemaless', 'anything: string'),
  },
  'schema/empty-range': {
    severity: 'error',
    message: 'no value of `{subject}` has {lower} and {upper}',
    why: 'The bounds leave no value between them, so that the API server would refuse every value.',
    remedy: 'Swap the two bounds, change one, or remove one.',
    example: specExample('/**', ' * @minimum 10', ' * @maximum 5', ' */', 'size: Int32'),
  },
  'schema/required-status': {
    severity: 'error',
    message: 'no object of `{kind}` can be created: its status is required',
    why: 'With the status subresource the API server clears the status of every new object, after it filled in defaults, and then asks for it.',
    remedy: 'Write `status?:`.',
    example: widgetExample({
      above: ['// +kubebuilder:subresource:status'],
      spec: ['name: string', '}', 'status: {', '  ready: boolean'],
    }),
  },
  'schema/rule-needs-status': {
    severity: 'error',
    message: 'no object of `{kind}` can be created: this rule needs its status',
    why: 'With the status subresource the API server clears the status of every new object, and then asks the rules of the kind. A rule that reads a missing field fails.',
    remedy: 'Write `!has(self.status) || …`, or move the rule to the type of the status.',
    example: widgetExample({
      above: [
        '// +kubebuilder:subresource:status',
        '// +kubebuilder:validation:XValidation:rule="self.status.ready",message="is not ready"',
      ],
      spec: ['name: string', '}', 'status?: {', '  ready: boolean'],
    }),
  },
  'schema/unusable-bound': {
    severity: 'error',
    message: 'the API server cannot hold {bound} of `{subject}`',
    why: 'It keeps bounds as doubles, which are exact up to 2^53, and refuses every object where a bound is none of the integers of the format.',
    remedy: 'Remove the bound, which the format has already, or write one nearer to zero.',
    example: specExample('// +kubebuilder:validation:Maximum=4000000000', 'size: Int32'),
  },
  'schema/empty-enum': {
    severity: 'error',
    message: '`{subject}` has no value left',
    why: 'The values of the type, those of the marker and the bounds all hold, and no value meets them all.',
    remedy: 'Remove the marker, or name values of the type.',
    example: specExample('// +kubebuilder:validation:Enum=c', "mode: 'a' | 'b'"),
  },
  'schema/enum-value': {
    severity: 'error',
    message: '`{value}` is listed in the enum of `{subject}`, which is {type}',
    why: 'A value of another type can never be stored, and hides the one that was meant.',
    remedy: 'Quote the value, or change the type.',
    example: specExample('// +kubebuilder:validation:Enum=1;2', 'mode: string'),
  },
  'schema/unchecked-format': {
    severity: 'warning',
    message: 'the format `{format}` of `{subject}` is not checked',
    why: 'The API server takes any word as a format and checks those that it knows.',
    remedy: 'Write a format that it knows, or a pattern.',
    example: specExample('// +kubebuilder:validation:Format=ipv5', 'address: string'),
  },
  'schema/invalid-pattern': {
    severity: 'error',
    message: 'the pattern of `{subject}` is no regular expression that the API server takes',
    why: 'The API server compiles patterns with RE2, which has neither look-around nor back-references.',
    remedy:
      'Write it in the syntax of RE2, or say the rule in CEL with `+kubebuilder:validation:XValidation`.',
    example: specExample('/** @pattern ^(?!kube-).*$ */', 'name: string'),
  },
  'schema/list-type': {
    severity: 'error',
    message: '`{subject}` is no list of the type that its markers say',
    why: 'Server-side apply merges sets by their values and maps by their keys, so that the items must have those.',
    remedy: 'Change the list type, or the items, as the note says.',
    example: specExample('// +listType=set', 'parts: { name: string }[]'),
  },
  'schema/list-map-key': {
    severity: 'error',
    message: '`{key}` cannot be a key of the list `{subject}`',
    why: 'A key is a scalar field of the items that is always there.',
    remedy: 'Name a field that is required or has a default.',
    example: specExample(
      '// +listType=map',
      '// +listMapKey=nme',
      'parts: { name: string; size?: Int32 }[]',
    ),
  },
  'schema/invalid-default': {
    severity: 'error',
    message: 'the default of `{subject}` is refused: {problem}',
    why: 'The API server checks defaults against the schema and refuses the CustomResourceDefinition.',
    remedy:
      'Write a default that the type admits; a field that the default leaves out must be optional.',
    example: specExample('/** @default "5" */', 'size: Int32'),
  },
  'schema/unreachable-default': {
    severity: 'warning',
    message: 'the defaults in `{subject}` do nothing while the field itself is left out',
    why: 'The API server fills in the fields of an object only where the object is there.',
    remedy: 'Give the field itself a default.',
    example: specExample('cache?: {', '  /** @default true */', '  enabled: boolean', '}'),
  },
  'schema/unusable-rule': {
    severity: 'error',
    message: 'a CEL rule of `{subject}` is refused by the API server',
    why: 'The API server checks the words beside a rule: messages of one line, known reasons, paths that lead somewhere.',
    remedy: 'Change the rule as the note says.',
    example: specExample(
      '// +kubebuilder:validation:XValidation:rule="self > 0",optionalOldSelf=true',
      'size: Int32',
    ),
  },
  'schema/rule-field': {
    severity: 'error',
    message: 'a CEL rule of `{subject}` names `{field}`, which is no field there',
    why: 'The API server compiles rules against the schema and refuses names that it does not have.',
    remedy:
      'Write the name of a field; words of CEL and signs are escaped: `__in__`, `max__dash__size`.',
    example: widgetExample({
      spec: ['range: Range'],
      after: [
        '',
        '// +kubebuilder:validation:XValidation:rule="self.min <= self.maxx"',
        'interface Range {',
        '  min: Int32',
        '  max: Int32',
        '}',
      ],
    }),
  },
  'schema/costly-rule': {
    severity: 'warning',
    message: 'a CEL rule of `{subject}` may cost {factor} times what the API server allows',
    why: 'The API server estimates what a rule costs at most, from the largest lists, maps and strings that the schema allows, and refuses a rule beyond its budget. What has no bound counts as large as a request can be: 3 MiB.',
    remedy:
      'Bound the strings, lists and maps that the rule reads, and the lists and maps that it stands in.',
    example: widgetExample({
      spec: ['groups: Group[]'],
      after: [
        '',
        '// +kubebuilder:validation:XValidation:rule="self.members.all(name, name != self.name)"',
        'interface Group {',
        '  name: string',
        '  members: string[]',
        '}',
      ],
    }),
  },
  'schema/invalid-rule': {
    severity: 'error',
    message: 'this is no expression of CEL',
    why: 'The API server compiles rules and refuses the CustomResourceDefinition.',
    remedy: 'Write an expression of CEL, such as `self.min <= self.max`.',
    example: specExample('// +kubebuilder:validation:XValidation:rule="self >"', 'size: Int32'),
  },
} as const satisfies Record<string, CodeDefinition>
