import { expect, test } from 'vitest'
import { readLine } from './reading.ts'

const validation = '+kubebuilder:validation:'

/** What a line gives, in the notation of the rows below. */
function valuesOf(line: string, target: 'type' | 'field' = 'field') {
  const { content, codes } = readLine(line, target)
  return { values: content.markers.map(({ values }) => values), codes }
}

test.for([
  // Names and delimiters
  ['+optional', {}],
  ['  +optional  ', {}],
  ['+kubebuilder:default=foo', { '': 'foo' }],
  ['+kubebuilder:default:=foo', { '': 'foo' }],
  ['+kubebuilder:default = foo', { '': 'foo' }],
  [`${validation}MaxLength := 4`, { '': 4 }],
  [
    `${validation}XValidation:rule = "a" , message = hello world , reason = FieldValueInvalid`,
    { rule: 'a', message: 'hello world', reason: 'FieldValueInvalid' },
  ],
  [`${validation}XValidation:rule="a",message=`, { rule: 'a', message: '' }],
  // Integers and numbers
  [`${validation}MaxLength=010`, { '': 10 }],
  [`${validation}MaxItems=+5`, { '': 5 }],
  [`${validation}Minimum=-1.5`, { '': -1.5 }],
  [`${validation}Minimum=+5e1`, { '': 50 }],
  [`${validation}Minimum=.5`, { '': 0.5 }],
  [`${validation}Maximum=9223372036854775807`, { '': 9223372036854775807n }],
  [`${validation}Maximum=-9223372036854775808`, { '': -9223372036854775808n }],
  [`${validation}Maximum=9007199254740993.0`, { '': 9007199254740993n }],
  [`${validation}Maximum=1e300`, { '': 1e300 }],
  [`${validation}Minimum=-0`, { '': 0 }],
  // Remarks in the markers shared with Kubernetes' own validation
  ['+k8s:minimum=1 # at least one', { '': 1 }],
  ['+k8s:optional # by choice', {}],
  // Booleans
  [`${validation}ExclusiveMinimum=true`, { '': true }],
  // Strings
  [`${validation}Pattern="^a\\\\.b\\x41\\u00e9\\101$"`, { '': '^a\\.bAéA$' }],
  [`${validation}Pattern="\\xc3\\xa9"`, { '': 'é' }],
  [`${validation}Pattern=\`^"\\s;,}$\``, { '': '^"\\s;,}$' }],
  [`${validation}Pattern=^[a-z]{1,3}(;|,)$`, { '': '^[a-z]{1,3}(;|,)$' }],
  ['+kubebuilder:title=Hello, world', { '': 'Hello, world' }],
  ['+kubebuilder:title=5', { '': '5' }],
  // Lists
  [`${validation}Enum=a; b ; c`, { '': ['a', 'b', 'c'] }],
  [`${validation}Enum={a , b}`, { '': ['a', 'b'] }],
  [`${validation}Enum={foo bar , b}`, { '': ['foo bar', 'b'] }],
  [`${validation}Enum=1;a;true;2.50;null`, { '': [1, 'a', true, 2.5, null] }],
  [`${validation}Enum="a;b";\`c,d\``, { '': ['a;b', 'c,d'] }],
  [`${validation}Enum={}`, { '': [] }],
  [`${validation}Enum=a;b;`, { '': ['a', 'b'] }],
  [`${validation}Enum={a,b,}`, { '': ['a', 'b'] }],
  [`${validation}Enum=""`, { '': [''] }],
  // Guesses
  ['+kubebuilder:default=100Mi', { '': '100Mi' }],
  ['+kubebuilder:default=2024-01-15', { '': '2024-01-15' }],
  ['+kubebuilder:default=087', { '': '087' }],
  ['+kubebuilder:default=010', { '': '010' }],
  ['+kubebuilder:default=123/x', { '': '123/x' }],
  ['+kubebuilder:default=1.50', { '': 1.5 }],
  ['+kubebuilder:default=1.0', { '': 1 }],
  ['+kubebuilder:default=+5', { '': '+5' }],
  ['+kubebuilder:default=9007199254740993', { '': 9007199254740993n }],
  ['+kubebuilder:default=null', { '': null }],
  ['+kubebuilder:default=true story', { '': 'true story' }],
  ['+kubebuilder:default=http://x:80/y?a=b', { '': 'http://x:80/y?a=b' }],
  ['+kubebuilder:default="5"', { '': '5' }],
  ['+kubebuilder:default=a;b', { '': ['a', 'b'] }],
  ['+kubebuilder:default={}', { '': {} }],
  ['+kubebuilder:default=[]', { '': [] }],
  ['+kubebuilder:default=[1,{"a":null}]', { '': [1, { a: null }] }],
  ['+kubebuilder:default=[beta] name', { '': '[beta] name' }],
  ['+kubebuilder:default={a: 1, "b c": {d: {1, 2}}}', { '': { a: 1, 'b c': { d: [1, 2] } } }],
  ['+kubebuilder:default={key : v }', { '': { key: 'v' } }],
  ['+kubebuilder:default={"a":"b"}', { '': { a: 'b' } }],
  ['+kubebuilder:default={1,"a"}', { '': [1, 'a'] }],
  ['+kubebuilder:default={{a, b}, {c}}', { '': [['a', 'b'], ['c']] }],
  ['+kubebuilder:default={__proto__: 1}', { '': JSON.parse('{"__proto__":1}') }],
  // JSON
  ['+default={"a":[1,2.50,null,"\\u00e9"]}', { '': { a: [1, 2.5, null, 'é'] } }],
  ['+default=9007199254740993', { '': 9007199254740993n }],
  ['+default=1.0', { '': 1 }],
  ['+default = "x"', { '': 'x' }],
] as const)('%s gives its values', ([line, values]) => {
  expect(valuesOf(line)).toEqual({ values: [values], codes: [] })
})

test.for([
  ['+kubebuilder:resource', {}],
  [
    '+kubebuilder:resource:path=foos , shortName={f,fo},categories=all;mine',
    { path: 'foos', shortName: ['f', 'fo'], categories: ['all', 'mine'] },
  ],
  [
    '+kubebuilder:printcolumn:name="A, b",type=string,JSONPath=`.status.c[?(@.type=="R")].s`',
    { name: 'A, b', type: 'string', JSONPath: '.status.c[?(@.type=="R")].s' },
  ],
  [
    '+kubebuilder:printcolumn:name=A B,type=date,JSONPath=.metadata.creationTimestamp',
    { name: 'A B', type: 'date', JSONPath: '.metadata.creationTimestamp' },
  ],
  [
    '+genclient:method=GetScale,verb=get,subresource=scale',
    { '': 'GetScale', verb: 'get', subresource: 'scale' },
  ],
  ['+genclient:onlyVerbs=get, list,watch', { '': ['get', 'list', 'watch'] }],
] as const)('%s gives its values on a type', ([line, values]) => {
  expect(valuesOf(line, 'type')).toEqual({ values: [values], codes: [] })
})

test.for([
  ['+optional=true', 'marker/unexpected-value', '=true'],
  ['+optional some words', 'marker/unexpected-value', 'some words'],
  [`${validation}Minimum`, 'marker/missing-value', `${validation}Minimum`],
  [`${validation}Minimum=`, 'marker/missing-value', `${validation}Minimum=`],
  [`${validation}Minimum 5`, 'marker/missing-value', '5'],
  [`${validation}MinLength:bogus=3`, 'marker/unknown-argument', 'bogus'],
  [`${validation}MinLength=5 // x`, 'marker/wrong-type', '5 // x'],
  [`${validation}MaxLength=1_000`, 'marker/wrong-type', '1_000'],
  [`${validation}MaxLength=0x10`, 'marker/wrong-type', '0x10'],
  [`${validation}MaxLength=1.5`, 'marker/wrong-type', '1.5'],
  [`${validation}MaxLength=-1`, 'marker/out-of-range', '-1'],
  [`${validation}MultipleOf=0`, 'marker/out-of-range', '0'],
  [`${validation}Maximum="5"`, 'marker/wrong-type', '"5"'],
  [`${validation}Maximum=inf`, 'marker/wrong-type', 'inf'],
  [`${validation}Maximum=1e999`, 'marker/wrong-type', '1e999'],
  [`${validation}ExclusiveMinimum=True`, 'marker/wrong-type', 'True'],
  [`${validation}ExclusiveMinimum=5`, 'marker/wrong-type', '5'],
  [`${validation}Type=banana`, 'marker/unknown-word', 'banana'],
  ['+listType=mapp', 'marker/unknown-word', 'mapp'],
  [`${validation}Pattern='^a$'`, 'marker/malformed-value', "'^a$'"],
  [`${validation}Pattern="\\d"`, 'marker/malformed-value', '\\d'],
  [`${validation}Pattern="a`, 'marker/malformed-value', '"a'],
  [`${validation}Pattern=\`a`, 'marker/malformed-value', '`a'],
  [`${validation}Pattern="a" b`, 'marker/malformed-value', 'b'],
  [`${validation}Enum=a;;b`, 'marker/malformed-value', ';'],
  [`${validation}Enum={a,b`, 'marker/malformed-value', '{a,b'],
  [`${validation}Enum=a,b`, 'marker/malformed-value', ',b'],
  ['+kubebuilder:default=0x10', 'marker/malformed-value', '0x10'],
  ['+kubebuilder:default=1_000', 'marker/malformed-value', '1_000'],
  ['+kubebuilder:default=a,b', 'marker/malformed-value', ',b'],
  ['+kubebuilder:default={a:1', 'marker/malformed-value', '{a:1'],
  ['+kubebuilder:default={a: ,b:1}', 'marker/malformed-value', ','],
  ['+default=abc', 'marker/malformed-value', 'abc'],
  ["+default='x'", 'marker/malformed-value', "'x'"],
  ['+default={"a":1,}', 'marker/malformed-value', '}'],
  ['+default:value=1', 'marker/unknown-argument', 'value'],
  [`${validation}XValidation:rule="a",`, 'marker/malformed-value', ''],
  [`${validation}XValidation:rule="a",rule="b"`, 'marker/repeated-argument', 'rule'],
  [`${validation}XValidation:rul="a"`, 'marker/unknown-argument', 'rul'],
  [
    `${validation}XValidation:message="a"`,
    'marker/missing-argument',
    `${validation}XValidation:message="a"`,
  ],
  [`${validation}XValidation:rule`, 'marker/malformed-value', 'rule'],
  [`${validation}XValidation:rule="a" message="b"`, 'marker/malformed-value', 'm'],
  [`${validation}XValidation:rule="a",reason=Invalid`, 'marker/unknown-word', 'Invalid'],
  [`${validation}UniqueItems=true`, 'marker/unique-items', `${validation}UniqueItems=true`],
  ['+kubebuilder:externalDocs:url=foo', 'marker/malformed-value', 'foo'],
  [`${validation}items:items:Pattern=a`, 'marker/unknown-name', `${validation}items:items:Pattern`],
  [`${validation}nullable`, 'marker/unknown-name', `${validation}nullable`],
  ['+kubebuilder:storageversion', 'marker/wrong-target', '+kubebuilder:storageversion'],
] as const)('%s is an error at its place', ([line, code, place]) => {
  const { content, diagnostics, codes, textOf } = readLine(line)
  expect(content.markers).toEqual([])
  expect(codes).toEqual([code])
  expect(textOf(diagnostics[0]?.span)).toBe(place)
  const { notes = [], helps = [] } = diagnostics[0] ?? {}
  expect(notes.length + helps.length).toBeGreaterThan(0)
})

test.for([
  ['+kubebuilder:resource=path=foo', 'marker/malformed-value'],
  ['+kubebuilder:resource:scope=cluster', 'marker/unknown-word'],
  ['+kubebuilder:metadata:labels=team', 'marker/malformed-value'],
  ['+optional', 'marker/wrong-target'],
  ['+genclient:onlyVerbs=get,lst', 'marker/unknown-word'],
] as const)('%s is an error on a type', ([line, code]) => {
  expect(valuesOf(line, 'type')).toEqual({ values: [], codes: [code] })
})

test('every argument that is wrong is reported at once', () => {
  const { codes } = readLine(
    '+kubebuilder:printcolumn:name=A,type=strin,JSONPat=.a,priority=x',
    'type',
  )
  expect(codes).toEqual(['marker/unknown-word', 'marker/unknown-argument', 'marker/wrong-type'])
})

test.for(['+ item', '+1', '+(a)', 'a +b', '-+optional', '++a'])('%s is text', (line) => {
  expect(valuesOf(line)).toEqual({ values: [], codes: [] })
})

test('deep nesting is an error and no crash', () => {
  expect(valuesOf(`+default=${'['.repeat(20_000)}`).codes).toEqual(['marker/malformed-value'])
  expect(valuesOf(`+kubebuilder:default=${'{'.repeat(20_000)}`).codes).toEqual([
    'marker/malformed-value',
  ])
})

test('a value has the span of its text', () => {
  const { content, textOf } = readLine(
    `${validation}XValidation:rule = "a" , message = hello , reason=FieldValueInvalid`,
  )
  const spans = content.markers[0]?.valueSpans ?? {}
  expect(
    Object.fromEntries(Object.entries(spans).map(([name, span]) => [name, textOf(span)])),
  ).toEqual({
    rule: '"a"',
    message: 'hello',
    reason: 'FieldValueInvalid',
  })
})
