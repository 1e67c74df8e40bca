import { expect, test } from 'vitest'
import { readFile, readLine } from './reading.ts'

/*
 * What is said of markers whose arguments are wrong, whole: message, place, notes and helps. Whether each place is
 * found at all is held in marker-grammar.test.ts.
 */

const validation = '+kubebuilder:validation:'
const ofRules =
  'its arguments are `rule`, `message`, `messageExpression`, `reason`, `fieldPath`, `optionalOldSelf`'
const resourceExample =
  'for example +kubebuilder:resource:scope=Cluster,shortName=tun;tn,categories=all'
const columnExample =
  'for example +kubebuilder:printcolumn:name="Ready",type=integer,JSONPath=`.status.readyReplicas`'
const ruleExample =
  'for example +kubebuilder:validation:XValidation:rule="self.min <= self.max",message="min is greater than max"'

interface Said {
  readonly code: string
  readonly message: string
  readonly place: string
  readonly notes?: readonly (string | readonly [string, string])[]
  readonly helps?: readonly string[]
}

function read(line: string, target: 'type' | 'field'): Required<Said>[] {
  const { diagnostics, textOf } = readLine(line, target)
  return diagnostics.map(({ code, message, span, notes, helps }) => ({
    code,
    message,
    place: textOf(span),
    notes: notes.map((note) =>
      note.span === undefined ? note.message : ([note.message, textOf(note.span)] as const),
    ),
    helps,
  }))
}

const unknown = (argument: string, help?: string): Said => ({
  code: 'marker/unknown-argument',
  message: `\`${validation}XValidation\` has no argument \`${argument}\``,
  place: argument,
  notes: [ofRules],
  helps: help === undefined ? [] : [`did you mean \`${help}\`?`],
})

test.for<[string, 'type' | 'field', readonly Said[]]>([
  [
    '+optional=true',
    'field',
    [
      {
        code: 'marker/unexpected-value',
        message: '`+optional` takes no value',
        place: '=true',
        helps: ['write `+optional` alone on its line'],
      },
    ],
  ],
  [
    '+kubebuilder:resource=path=foo',
    'type',
    [
      {
        code: 'marker/malformed-value',
        message: '`+kubebuilder:resource` is malformed: expected `:` and the name of an argument',
        place: '=path=foo',
        helps: ['+kubebuilder:resource:path=foo'],
      },
    ],
  ],
  [
    '+kubebuilder:resource =:  path=foo,scope=Cluster',
    'type',
    [
      {
        code: 'marker/malformed-value',
        message: '`+kubebuilder:resource` is malformed: expected `:` and the name of an argument',
        place: '=:  path=foo,scope=Cluster',
        helps: ['+kubebuilder:resource:path=foo,scope=Cluster'],
      },
    ],
  ],
  [
    '+kubebuilder:resource path',
    'type',
    [
      {
        code: 'marker/malformed-value',
        message: '`+kubebuilder:resource` is malformed: expected `:` and the name of an argument',
        place: 'path',
        helps: [resourceExample],
      },
    ],
  ],
  [
    '+kubebuilder:resource path=foo',
    'type',
    [
      {
        code: 'marker/malformed-value',
        message: '`+kubebuilder:resource` is malformed: expected `:` and the name of an argument',
        place: 'path=foo',
        helps: ['+kubebuilder:resource:path=foo'],
      },
    ],
  ],
  [
    `${validation}XValidation:rule="a",="b"`,
    'field',
    [
      {
        code: 'marker/malformed-value',
        message: `\`${validation}XValidation\` is malformed: expected the name of an argument`,
        place: '=',
        helps: [ruleExample],
      },
    ],
  ],
  [
    `${validation}XValidation:rule="a" "b"`,
    'field',
    [
      {
        code: 'marker/malformed-value',
        message: `\`rule\` of \`${validation}XValidation\` is malformed: expected \`,\`, \`;\`, \`}\` or the end after the string`,
        place: '"',
        helps: [ruleExample],
      },
    ],
  ],
  [
    `${validation}Minimum`,
    'field',
    [
      {
        code: 'marker/missing-value',
        message: `\`${validation}Minimum\` needs a value`,
        place: `${validation}Minimum`,
        helps: [`for example ${validation}Minimum=1`],
      },
    ],
  ],
  [
    `${validation}Minimum   5 `,
    'field',
    [
      {
        code: 'marker/missing-value',
        message: `\`${validation}Minimum\` needs a value`,
        place: '5',
        helps: [`${validation}Minimum=5`],
      },
    ],
  ],
  [
    `${validation}Enum= a,b `,
    'field',
    [
      {
        code: 'marker/malformed-value',
        message: `\`${validation}Enum\` is malformed: expected the end of the line after the value`,
        place: ',b',
        helps: [`${validation}Enum="a,b"`],
      },
    ],
  ],
  [
    `${validation}XValidation:rule="a",rule="b"`,
    'field',
    [
      {
        code: 'marker/repeated-argument',
        message: '`rule` is given twice',
        place: 'rule',
        notes: [['first given here', '"a"']],
      },
    ],
  ],
  [
    `${validation}XValidation:message="a"`,
    'field',
    [
      {
        code: 'marker/missing-argument',
        message: `\`${validation}XValidation\` lacks \`rule\``,
        place: `${validation}XValidation:message="a"`,
        helps: [ruleExample],
      },
    ],
  ],
  [
    '+kubebuilder:printcolumn:name=A',
    'type',
    [
      {
        code: 'marker/missing-argument',
        message: '`+kubebuilder:printcolumn` lacks `type`, `JSONPath`',
        place: '+kubebuilder:printcolumn:name=A',
        helps: [columnExample],
      },
    ],
  ],
  [
    `${validation}XValidation:rule`,
    'field',
    [
      {
        code: 'marker/malformed-value',
        message: `\`${validation}XValidation\` is malformed: expected \`=\` after \`rule\``,
        place: 'rule',
        helps: [ruleExample],
      },
    ],
  ],
  [
    `${validation}XValidation:rule="a", ,x=y`,
    'field',
    [
      {
        code: 'marker/malformed-value',
        message: `\`${validation}XValidation\` is malformed: expected the name of an argument`,
        place: ',',
        helps: [ruleExample],
      },
    ],
  ],
  [
    '+genclient:method=GetScale,vrb=get',
    'type',
    [
      {
        code: 'marker/unknown-argument',
        message: '`+genclient:method` has no argument `vrb`',
        place: 'vrb',
        notes: ['its arguments are `verb`, `subresource`, `input`, `result`'],
        helps: ['did you mean `verb`?'],
      },
    ],
  ],
  [
    '+genclient:method',
    'type',
    [
      {
        code: 'marker/missing-value',
        message: '`+genclient:method` needs a value',
        place: '+genclient:method',
        helps: ['for example +genclient:method=GetScale,verb=get,subresource=scale,result=Scale'],
      },
    ],
  ],
  [
    `${validation}XValidation:rul="a,b",messag=\`c,d\`,x={e,f},y=g`,
    'field',
    [unknown('rul', 'rule'), unknown('messag', 'message'), unknown('x'), unknown('y')],
  ],
  [
    `${validation}XValidation:rul="a\\",b",messag=h`,
    'field',
    [unknown('rul', 'rule'), unknown('messag', 'message')],
  ],
  [
    `${validation}XValidation:rul="a"b"`,
    'field',
    [
      unknown('rul', 'rule'),
      {
        code: 'marker/malformed-value',
        message: `\`${validation}XValidation\` is malformed: expected \`,\` and a further argument, or the end`,
        place: 'b',
        helps: [ruleExample],
      },
    ],
  ],
])('%s on a %s', ([line, target, said]) => {
  expect(read(line, target)).toEqual(said.map((each) => ({ notes: [], helps: [], ...each })))
  expect(readLine(line, target).content.markers).toEqual([])
})

test.for<[string, 'type' | 'field', Readonly<Record<string, unknown>>]>([
  ['+k8s:minimum=1# a  ', 'field', { '': 1 }],
  ['+k8s:minimum=1 # a # b', 'field', { '': 1 }],
  ['+kubebuilder:title=a #b', 'field', { '': 'a #b' }],
  ['+k8s:deepcopy-gen=true # x', 'type', { '': 'true # x' }],
  ['+kubebuilder:object:root=true', 'type', { '': 'true' }],
  ['+kubebuilder:object:root = true ', 'type', { '': 'true' }],
  ['+kubebuilder:object:root', 'type', {}],
  ['+patchStrategy=merge', 'field', { '': 'merge' }],
])('%s on a %s is read, remarks and markers for Go too', ([line, target, values]) => {
  const { content, codes } = readLine(line, target)
  expect([codes, content.markers.map((each) => each.values)]).toEqual([[], [values]])
})

test('+groupName may stand without a value', () => {
  const { markers, diagnostics } = readFile('// +groupName\n\nexport {}')
  expect([markers.map(({ values }) => values), diagnostics]).toEqual([[{}], []])
})
