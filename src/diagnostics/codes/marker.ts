import type { CodeDefinition } from '../code-definition.ts'

const groupVersion = '// +groupName=apps.my.domain\n'

/** A small package whose one kind has one property, with these lines above it. */
function withField(lines: string, property: string): CodeDefinition['example'] {
  return {
    files: {
      'tsconfig.json': '{ "compilerOptions": { "strict": true } }\n',
      'api/v1/groupversion.ts': groupVersion,
      'api/v1/shop.ts': `import type { CustomResource, Int32 } from 'kops'

export interface Shop extends CustomResource {
  spec: ShopSpec
}

export interface ShopSpec {
${lines.replace(/^/gm, '  ')}
  ${property}
}
`,
    },
  }
}

/** Mistakes in markers and in the JSDoc tags that stand for them. */
export const markerCodes = {
  'marker/unknown-name': {
    severity: 'error',
    message: '`{marker}` is not a marker',
    why: 'a misspelt marker would change nothing, and nobody would notice',
    remedy:
      'use one of the names that `kops markers` lists, put a blank after `+` where it is text, or list the prefix of another tool in PROJECT',
    example: withField('// +kubebuilder:validation:Minimun=1', 'replicas: Int32'),
  },
  'marker/unknown-tag': {
    severity: 'error',
    message: '`{tag}` is not a tag, but nearly one that kops reads',
    why: 'a misspelt tag would change nothing, and nobody would notice',
    remedy: 'correct the spelling of the tag',
    example: withField('/** @minimun 1 */', 'replicas: Int32'),
  },
  'marker/wrong-target': {
    severity: 'error',
    message: '`{marker}` describes {wanted}, but stands above {found}',
    why: 'each marker changes one sort of thing: a package, a type or a field; elsewhere it would change nothing',
    remedy: 'move the marker to what it describes, or use the one for what it stands above',
    example: withField('// +kubebuilder:storageversion', 'replicas: Int32'),
  },
  'marker/nothing-below': {
    severity: 'error',
    message: '`{marker}` stands above no type and no property',
    why: 'a marker describes the type or property that follows its comment; this one would change nothing',
    remedy: 'move the marker directly above what it describes',
    example: withField('replicas: Int32\n// +optional', ''),
  },
  'marker/unexpected-value': {
    severity: 'error',
    message: '`{marker}` takes no value',
    why: 'the marker says all by standing there',
    remedy: 'remove what follows the name; text goes into a line of its own',
    example: withField('// +optional=true', 'replicas?: Int32'),
  },
  'marker/missing-value': {
    severity: 'error',
    message: '`{marker}` needs a value',
    why: 'without its value the marker would change nothing',
    remedy:
      'give the value after `=`, `""` for an empty string; after a tag, give it after a blank',
    example: withField('// +kubebuilder:validation:Minimum', 'replicas: Int32'),
  },
  'marker/missing-argument': {
    severity: 'error',
    message: '`{marker}` lacks {arguments}',
    why: 'the marker means nothing without these arguments',
    remedy: 'add the arguments, separated by commas',
    example: withField('// +kubebuilder:validation:XValidation:message="no"', 'replicas: Int32'),
  },
  'marker/unknown-argument': {
    severity: 'error',
    message: '`{marker}` has no argument `{argument}`',
    why: 'an argument that nothing reads would change nothing',
    remedy: 'use one of the arguments that `kops markers` shows for the marker',
    example: withField('// +kubebuilder:validation:XValidation:rul="self > 0"', 'replicas: Int32'),
  },
  'marker/repeated-argument': {
    severity: 'error',
    message: '`{argument}` is given twice',
    why: 'only one of two values can hold',
    remedy: 'keep one of them; a list takes several values, separated by `;`',
    example: withField(
      '// +kubebuilder:validation:XValidation:rule="self > 0",rule="self < 9"',
      'replicas: Int32',
    ),
  },
  'marker/repeated': {
    severity: 'error',
    message: '`{marker}` repeats what `{first}` says',
    why: 'only one of the two can hold',
    remedy: 'keep one of them',
    example: withField(
      '/** @minimum 1 */\n// +kubebuilder:validation:Minimum=2',
      'replicas: Int32',
    ),
  },
  'marker/malformed-value': {
    severity: 'error',
    message: '{label} is malformed: expected {expected}',
    why: 'the value does not follow the grammar of markers, so what is meant is unclear',
    remedy: 'write strings that hold delimiters in double quotes or backticks',
    example: withField('// +kubebuilder:default={a', 'replicas: Int32'),
  },
  'marker/wrong-type': {
    severity: 'error',
    message: '{label} takes {expected}, not `{found}`',
    why: 'the schema needs a value of this type here',
    remedy: 'give a value of the type that the marker takes',
    example: withField('// +kubebuilder:validation:Minimum=one', 'replicas: Int32'),
  },
  'marker/unknown-word': {
    severity: 'error',
    message: '{label} cannot be `{found}`',
    why: 'Kubernetes knows a fixed set of words here, and refuses or ignores others',
    remedy: 'use one of the words that the note lists',
    example: withField('// +listType=mapp', 'replicas: Int32[]'),
  },
  'marker/out-of-range': {
    severity: 'error',
    message: '{label} must be {expected}, not `{found}`',
    why: 'Kubernetes refuses the schema otherwise',
    remedy: 'give a number within the bounds',
    example: withField('// +kubebuilder:validation:MaxLength=-1', 'name: string'),
  },
  'marker/unique-items': {
    severity: 'error',
    message: '`{marker}` is refused by Kubernetes',
    why: 'the API server forbids `uniqueItems: true`, because the check is quadratic in time',
    remedy:
      'use `+listType=set`, which makes items differ and lets several appliers share the list',
    example: withField('/** @uniqueItems true */', 'names: string[]'),
  },
  'marker/tag-outside-jsdoc': {
    severity: 'warning',
    message: '`{tag}` has no effect in a `//` comment',
    why: 'tags are read from JSDoc comments only, as editors do',
    remedy: 'write `/** … */`, or the marker that the help names',
    example: withField('// @minimum 1', 'replicas: Int32'),
  },
  'marker/without-effect': {
    severity: 'warning',
    message: '`{marker}` has no effect in kops',
    why: 'the marker steers other tools; what its author wants is written otherwise in TypeScript',
    remedy: 'use what the help names, or remove the marker',
    example: withField('// +k8s:maxLength=63', 'name: string'),
  },
} as const satisfies Record<string, CodeDefinition>
