import { expect, test } from 'vitest'
import { readField } from './read-widget.ts'

const v = 'kubebuilder:validation:'
const cel = `// +${v}XValidation:`

test.for([
  // Markers on the wrong type.
  [`// +${v}Minimum=1`, 'string', 'schema/wrong-type', `+${v}Minimum=1`],
  ['/** @minLength 3 */', 'Int32', 'schema/wrong-type', '@minLength 3'],
  [`// +${v}MaxItems=3`, 'string', 'schema/wrong-type', `+${v}MaxItems=3`],
  [`// +${v}items:MaxLength=3`, 'string', 'schema/wrong-type', `+${v}items:MaxLength=3`],
  [`// +${v}items:MaxLength=3`, 'Int32[]', 'schema/wrong-type', `+${v}items:MaxLength=3`],
  ['// +listType=set', 'Record<string, string>', 'schema/wrong-type', '+listType=set'],
  ['// +mapType=atomic', 'string[]', 'schema/wrong-type', '+mapType=atomic'],
  [`// +${v}Maximum=1.5`, 'Int32', 'schema/fractional-value', '1.5'],
  ['/** @multipleOf 0.1 */', 'Double', 'schema/unusable-multiple', '0.1'],
  [
    `// +${v}ExclusiveMaximum=true`,
    'Int32',
    'schema/exclusive-without-bound',
    `+${v}ExclusiveMaximum=true`,
  ],
  // Presence.
  ['// +optional', 'string', 'schema/contradiction', '+optional'],
  ['// +nullable', 'string', 'schema/contradiction', '+nullable'],
  // Bounds.
  [`// +${v}MinLength=5\n// +${v}MaxLength=3`, 'string', 'schema/empty-range', '3'],
  [`// +${v}Maximum=4000000000`, 'Int32', 'schema/unusable-bound', '4000000000'],
  [`// +${v}Maximum=9007199254740993`, 'Int64', 'schema/unusable-bound', '9007199254740993'],
  ['/**\n * @exclusiveMinimum 1\n * @exclusiveMaximum 2\n */', 'Int32', 'schema/empty-range', '2'],
  ['/**\n * @minimum 6\n * @maximum 9\n * @multipleOf 5\n */', 'Int32', 'schema/empty-range', '5'],
  [`// +${v}MinProperties=3`, '{ a?: string; b?: string }', 'schema/empty-range', '3'],
  [`// +${v}MaxProperties=1`, '{ a: string; b: string }', 'schema/empty-range', '1'],
  [`// +listType=set\n// +${v}MinItems=3`, "('a' | 'b')[]", 'schema/empty-range', '3'],
  [`// +listType=set\n// +${v}MinItems=3`, 'boolean[]', 'schema/empty-range', '3'],
  // Enums and formats.
  [`// +${v}MinLength=3\n// +${v}Enum=a;bc`, 'string', 'schema/empty-enum', 'a;bc'],
  [`// +${v}Maximum=1\n// +${v}Enum=2;3`, 'Int32', 'schema/empty-enum', '2;3'],
  [`// +${v}Enum=c`, "'a' | 'b'", 'schema/empty-enum', 'c'],
  [`// +${v}Enum=1;2`, 'string', 'schema/enum-value', '1;2'],
  [`// +${v}Format=int32`, 'string', 'schema/unchecked-format', 'int32'],
  // Patterns.
  ['/** @pattern (a)\\1 */', 'string', 'schema/invalid-pattern', '(a)\\1'],
  ['/** @pattern \\u00e9|\\d+\\z */', 'string', 'schema/invalid-pattern', '\\u00e9|\\d+\\z'],
  // Topology.
  ['// +listType=set', '{ a: string }[]', 'schema/list-type', 'set'],
  ['// +listType=set', '(string | null)[]', 'schema/list-type', 'set'],
  ['// +listType=map', '{ a: string }[]', 'schema/list-type', 'map'],
  ['// +listType=map\n// +listMapKey=a', 'string[]', 'schema/list-type', 'map'],
  ['// +listMapKey=a', '{ a: string }[]', 'schema/list-type', 'a'],
  ['// +listType=map\n// +listMapKey=b', '{ a: string }[]', 'schema/list-map-key', 'b'],
  ['// +listType=map\n// +listMapKey=a', '{ a?: string }[]', 'schema/list-map-key', 'a'],
  ['// +listType=map\n// +listMapKey=a', '{ a: string[] }[]', 'schema/list-map-key', 'a'],
  ['// +listType=map\n// +listMapKey=a', '{ a: string | null }[]', 'schema/list-map-key', 'a'],
  // Defaults.
  ['/** @default "5" */', 'Int32', 'schema/invalid-default', '"5"'],
  ['/** @default 5 */', 'string', 'schema/invalid-default', '5'],
  ['/** @default 2147483648 */', 'Int32', 'schema/invalid-default', '2147483648'],
  ['/** @default "c" */', "'a' | 'b'", 'schema/invalid-default', '"c"'],
  ['/** @default {} */', '{ /** @default true */ on: boolean }', 'schema/invalid-default', '{}'],
  ['/** @default {"b": 1} */', '{ a?: string }', 'schema/invalid-default', '{"b": 1}'],
  ['/** @default {"p": null} */', '{ p?: string }', 'schema/invalid-default', '{"p": null}'],
  ['/** @default ["a", 1] */', 'string[]', 'schema/invalid-default', '["a", 1]'],
  ['/**\n * @pattern ^a\n * @default "b"\n */', 'string', 'schema/invalid-default', '"b"'],
  [`// +${v}Format=ipv4\n/** @default "hello" */`, 'string', 'schema/invalid-default', '"hello"'],
  [
    '/**\n * @format date-time\n * @default "yesterday"\n */',
    'string',
    'schema/invalid-default',
    '"yesterday"',
  ],
  [
    '/**\n * @multipleOf 2\n * @default 9007199254740993\n */',
    'Int64',
    'schema/invalid-default',
    '9007199254740993',
  ],
  [`${cel}rule="self > 10"\n/** @default 5 */`, 'Int32', 'schema/invalid-default', '5'],
  // Structure.
  [`// +${v}Schemaless`, 'string', 'schema/not-structural', 'x'],
  [`// +${v}Type=array`, 'unknown', 'schema/not-structural', 'array'],
  [
    `// +${v}EmbeddedResource`,
    'Record<string, string>',
    'schema/not-structural',
    `+${v}EmbeddedResource`,
  ],
  // Rules.
  [`${cel}rule="self >"`, 'Int32', 'schema/invalid-rule', '"self >"'],
  [`${cel}rule=" "`, 'Int32', 'schema/unusable-rule', '" "'],
  [`${cel}rule="self > 0",message="a\\nb"`, 'Int32', 'schema/unusable-rule', '"self > 0"'],
  [`${cel}rule="self > 0",optionalOldSelf=true`, 'Int32', 'schema/unusable-rule', '"self > 0"'],
  [`${cel}rule="true",fieldPath=".b"`, '{ a: string }', 'schema/unusable-rule', '"true"'],
  [`${cel}rule="self.in > 0"`, '{ in: Int32 }', 'schema/rule-field', '"self.in > 0"'],
  [
    `${cel}rule="self.max-size < 9"`,
    "{ 'max-size': Int32 }",
    'schema/rule-field',
    '"self.max-size < 9"',
  ],
  [
    `${cel}rule="self['max-size'] < 9"`,
    "{ 'max-size': Int32 }",
    'schema/rule-field',
    `"self['max-size'] < 9"`,
  ],
  [`${cel}rule="self.a.c > 0"`, '{ a: { b: Int32 } }', 'schema/rule-field', '"self.a.c > 0"'],
  ['', '{ n: Once }[]', 'schema/unusable-rule', '"self == oldSelf"'],
] as const)('%s on %s is %s', async ([markers, type, code, pointed]) => {
  const after = `${cel}rule="self == oldSelf"\ntype Once = string`
  const result = await readField(`${markers}\nx: ${type}`, { after })
  expect(result).toMatchObject({ codes: [code], pointed: [pointed] })
  expect([...result.notes.flat(), ...result.helps.flat()]).not.toEqual([])
})

test.for([
  ['/** @pattern ^(?:a)(?i)b\\d+\\z */', 'string'],
  ['/** @default {} */', '{ on?: boolean }'],
  ['/** @default {"p": {}} */', '{ p?: { name?: string } }'],
  ['/** @default {"any": 1} */', 'Record<string, unknown>'],
  ['/** @default "1Gi" */', 'Quantity'],
  ['/** @default {"k": "a", "n": 1} */', "{ k: 'a'; n: Int32 } | { k: 'b' }"],
  ['/** @default null */', 'string | null'],
  ['// +listType=map\n// +listMapKey=a', "{ /** @default 'b' */ a?: string }[]"],
  ['// +listType=set', 'Atomic[]'],
  [`${cel}rule="self.__in__ > 0 && self.max__dash__size < 9"`, "{ in: Int32; 'max-size': Int32 }"],
  [
    `${cel}rule="self.a.all(i, self.a.filter(j, j == i).size() == 1)"`,
    '{ /** @maxItems 99 */ a: Int32[] }',
  ],
  [`${cel}rule="self.?a.orValue('') != 'b'"`, '{ a?: string }'],
  [`${cel}rule="self.all(k, k in oldSelf)"`, 'Record<string, string>'],
  [`${cel}rule="self['a-b'] != ''"`, 'Record<string, string>'],
  [`${cel}rule="self.m['c'] == 1"`, '{ m: Record<string, Int32> }'],
  [`${cel}rule="self.size() - 1 > 0 && self.x-self.y > 1"`, '{ x: Int32; y: Int32 }'],
  [`${cel}rule="self.all(t, t != 'oldSelf')"`, 'string[]'],
  [`${cel}rule="self.all(t, t.oldSelf != '')"`, '{ oldSelf: string }[]'],
  [`${cel}rule="self.b in [1, 2] // oldSelf"`, '{ b: Int32 }'],
  [`${cel}rule="'self.nothing' != '' && self.a.startsWith('x')"`, '{ a: string }'],
] as const)('%s on %s is fine', async ([markers, type]) => {
  const after = '// +structType=atomic\ninterface Atomic { a: string }'
  expect((await readField(`${markers}\nx: ${type}`, { after })).codes).toEqual([])
})

test('every field that a rule names wrongly is told', async () => {
  const { codes, helps } = await readField(
    `${cel}rule="self.in > 0 && self.max-size < 9"\nx: { in: Int32; 'max-size': Int32 }`,
  )
  expect(codes).toEqual(['schema/rule-field', 'schema/rule-field'])
  expect(helps).toEqual([['write `__in__`'], ['write `max__dash__size`']])
})

test('a look-around is answered with a rule in CEL', async () => {
  const { helps } = await readField('/** @pattern ^(?!kube-).*$ */\nx: string')
  expect(helps.flat().join()).toContain(`rule="!self.startsWith('kube-')"`)
})

test('a name that must be escaped is answered with its escape', async () => {
  const { helps } = await readField(`${cel}rule="self.a__b > 0"\nx: { a__b: Int32 }`)
  expect(helps).toEqual([['write `self.a__underscores__b`'.replace('self.', '')]])
})

test('defaults that an absent object keeps away are worth a warning', async () => {
  const { codes, pointed, helps } = await readField(
    'x?: { /** @default true */ on: boolean; /** @default 90 */ days?: Int32 }',
  )
  expect({ codes, pointed }).toEqual({ codes: ['schema/unreachable-default'], pointed: ['x'] })
  expect(helps).toEqual([['write `@default {"on":true}` above `x`']])
})

test.for([
  ['x: Group[]', 1],
  ['x: Record<string, Record<string, Group>>', 1],
  ['x: Group', 0],
  ['// +kubebuilder:validation:MaxItems=9\nx: Group[]', 1],
  ['// +kubebuilder:validation:MaxItems=9\nx: Small[]', 0],
  ['x: { once: Group; often: Group[] }', 1],
] as const)('a rule that walks a list costs too much in %s: %d', async ([line, count]) => {
  const after = [
    `${cel}rule="self.names.all(n, n != '')"\ninterface Group { names: string[] }`,
    `${cel}rule="self.names.all(n, n != '')"\ninterface Small { /** @maxItems 9 */ names: string[] }`,
  ].join('\n')
  const { codes } = await readField(line, { after })
  expect(codes).toEqual(Array.from({ length: count }, () => 'schema/costly-rule'))
})

test.for([
  [
    'self.a.contains(self.b)',
    'x: { a: string; b: string }',
    ['MaxLength` to `self.a`', 'MaxLength` to `self.b`'],
  ],
  [
    'self.all(n, self.exists(m, m != n))',
    'x: Record<string, string>',
    ['MaxProperties` to `self`'],
  ],
  [
    'self.l.all(n, n.c == self.l[0].c)',
    'x: { l: { c: string }[] }',
    ['MaxLength` to `self.l[…].c`', 'MaxItems` to `self.l`'],
  ],
] as const)('%s is answered with the bounds that it lacks', async ([rule, line, wanted]) => {
  const { codes, helps } = await readField(`${cel}rule="${rule}"\n${line}`)
  expect(codes).toEqual(['schema/costly-rule'])
  for (const help of wanted) expect(helps.flat().join()).toContain(help)
})

test('a message is judged by its own cost, once', async () => {
  const message = `${cel}rule="self.n > 1",messageExpression="self.a.contains(self.a) ? 'a' : 'b'"`
  const { codes } = await readField(`${message}\nx: { n: Int32; a: string }`)
  expect(codes).toEqual(['schema/costly-rule'])
})

test('a rule over keys costs too much in a map of maps', async () => {
  const after = '/** @maxLength 5 */\ntype Key = string'
  expect((await readField('x: Record<string, Record<Key, string>>', { after })).codes).toEqual([
    'schema/costly-rule',
  ])
})

test('a mistake in a type that is used twice is told once', async () => {
  const { codes } = await readField('x: { a: Name; b: Name }', {
    after: '/** @pattern (?=a) */\ntype Name = string',
  })
  expect(codes).toEqual(['schema/invalid-pattern'])
})
