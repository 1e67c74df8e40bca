import { expect, test } from 'vitest'
import { readText } from './reading.ts'

/** The markers of a JSDoc comment as `tag: value`. */
function tagsOf(comment: string, target: 'type' | 'field' = 'field') {
  const { content, codes } = readText(`${comment}\nname: string`, target)
  return { tags: content.markers.map(({ written, values }) => [written, values['']]), codes }
}

const jsdoc = (...lines: string[]): string =>
  `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */`

test.for([
  [
    '/** @minimum 1 @maximum 5 */',
    [
      ['@minimum', 1],
      ['@maximum', 5],
    ],
  ],
  ['/** Number of pods. @minimum 0 */', [['@minimum', 0]]],
  ['/** @maximum 9223372036854775807 */', [['@maximum', 9223372036854775807n]]],
  [
    '/** @exclusiveMinimum 5 @exclusiveMaximum 1.5 */',
    [
      ['@exclusiveMinimum', 5],
      ['@exclusiveMaximum', 1.5],
    ],
  ],
  [
    '/** @multipleOf 0.5 @minLength 1 @maxItems 3 */',
    [
      ['@multipleOf', 0.5],
      ['@minLength', 1],
      ['@maxItems', 3],
    ],
  ],
  ['/** @pattern ^a @b$ */', [['@pattern', '^a @b$']]],
  ['/** @pattern ^[a-z]{1,3}$ */', [['@pattern', '^[a-z]{1,3}$']]],
  [
    '/** @format date-time @title Hello, world @nullable */',
    [
      ['@format', 'date-time'],
      ['@title', 'Hello, world'],
      ['@nullable', undefined],
    ],
  ],
  ['/** @title 5 */', [['@title', '5']]],
  ['/** @title "a @minimum 3" */', [['@title', 'a @minimum 3']]],
  ["/** @default '10m' */", [['@default', '10m']]],
  ['/** @default `10m` */', [['@default', '10m']]],
  [
    '/** @default "a @b" @minLength 1 */',
    [
      ['@default', 'a @b'],
      ['@minLength', 1],
    ],
  ],
  ['/** @default 10m */', [['@default', '10m']]],
  ['/** @default 1.0 */', [['@default', 1]]],
  ['/** @default null */', [['@default', null]]],
  [
    '/** @default false @nullable */',
    [
      ['@default', false],
      ['@nullable', undefined],
    ],
  ],
  [
    '/** @default {"a":[1,{"b":"@c"}]} @nullable */',
    [
      ['@default', { a: [1, { b: '@c' }] }],
      ['@nullable', undefined],
    ],
  ],
  [
    jsdoc('@default {', '  "a": 1,', '', '  "b": [2]', '}', '@nullable'),
    [
      ['@default', { a: 1, b: [2] }],
      ['@nullable', undefined],
    ],
  ],
  [jsdoc('@default', '{ "a": 1 }'), [['@default', { a: 1 }]]],
  ['/** @example 10.0.0.1 */', [['@example', '10.0.0.1']]],
  ['/** @uniqueItems false */', [['@uniqueItems', false]]],
  [jsdoc('@see elsewhere', '@minimum 1'), [['@minimum', 1]]],
  [
    jsdoc('@minimum 1', '+optional', '@maximum 2'),
    [
      ['@minimum', 1],
      ['+optional', undefined],
      ['@maximum', 2],
    ],
  ],
] as const)('%s holds its tags', ([comment, tags]) => {
  expect(tagsOf(comment)).toEqual({ tags, codes: [] })
})

test.for([
  '/** Write to owner@minimum.com or see {@link default}. */',
  '/** The tag `@minimum 1` is code. */',
  jsdoc('```', '@minimum 1', '+optional', '```'),
  '/** @internal @see @param x @returns nothing @remarks many */',
  '/** ask @alice */',
  '/* @minimum 1 */',
  '/* +optional */',
  jsdoc('@example', '```ts', 'const a = 1', '```'),
  jsdoc('@example', 'const a = 1'),
  jsdoc('@example const a = { b }', 'use(a)'),
  '/** @example {@link Shop} */',
])('%s holds no tags', (comment) => {
  expect(tagsOf(comment)).toEqual({ tags: [], codes: [] })
})

test.for([
  ['/** @minimum ten */', 'marker/wrong-type', 'ten'],
  ['/** @minimum 1 at least */', 'marker/wrong-type', '1 at least'],
  ['/** @minimum */', 'marker/missing-value', '@minimum'],
  ['/** @default */', 'marker/missing-value', '@default'],
  ['/** @minLength -1 */', 'marker/out-of-range', '-1'],
  ['/** @maxLength 1.5 */', 'marker/wrong-type', '1.5'],
  ['/** @multipleOf 0 */', 'marker/out-of-range', '0'],
  ['/** @exclusiveMinimum true */', 'marker/wrong-type', 'true'],
  ['/** @default {a: 1} */', 'marker/malformed-value', 'a'],
  ['/** @default {"a": 1 */', 'marker/malformed-value', ''],
  ['/** @default [] or nothing */', 'marker/malformed-value', 'or nothing'],
  ['/** @default undefined */', 'marker/malformed-value', 'undefined'],
  ['/** @uniqueItems true */', 'marker/unique-items', '@uniqueItems true'],
  ['/** @uniqueItems */', 'marker/unique-items', '@uniqueItems'],
  ['/** @minimun 1 */', 'marker/unknown-tag', '@minimun'],
  ['/** Number of pods. @Minimum 1 */', 'marker/unknown-tag', '@Minimum'],
  ['/** @maxlength 1 */', 'marker/unknown-tag', '@maxlength'],
  ['// @minimum 1', 'marker/tag-outside-jsdoc', '@minimum 1'],
] as const)('%s is reported at its place', ([comment, code, place]) => {
  const { content, diagnostics, codes, textOf } = readText(`${comment}\nname: string`)
  expect(content.markers).toEqual([])
  expect(codes).toEqual([code])
  expect(textOf(diagnostics[0]?.span)).toBe(place)
  expect(diagnostics[0]?.helps).not.toEqual([])
})

test('a tag and its marker that say the same say it once', () => {
  const { codes, content } = readText(
    '/** @minimum 1 */\n// +kubebuilder:validation:Minimum=1\n// +optional\n// +optional\na: b',
  )
  expect(codes).toEqual([])
  expect(content.markers.map(({ written }) => written)).toEqual(['@minimum', '+optional'])
})

test('a tag and its marker that differ are told', () => {
  const { codes, diagnostics, textOf } = readText(
    '/** @minimum 1 */\n// +kubebuilder:validation:Minimum=2\na: b',
  )
  expect(codes).toEqual(['marker/repeated'])
  expect(textOf(diagnostics[0]?.span)).toBe('+kubebuilder:validation:Minimum=2')
  expect(textOf(diagnostics[0]?.notes[0]?.span)).toBe('@minimum 1')
})

test('a tag of a field is an error on a type, but an example there is for readers', () => {
  expect(tagsOf('/** @default 1 */', 'type').codes).toEqual(['marker/wrong-target'])
  expect(tagsOf('/** @example 1 */', 'type')).toEqual({ tags: [], codes: [] })
})

test.for([
  ['/** @deprecated */', ''],
  ['/** @deprecated use size */', 'use size'],
  [
    jsdoc('Text.', '@deprecated use size,', 'which is better', '@minimum 1'),
    'use size,\nwhich is better',
  ],
  ['/** Text. */', undefined],
] as const)('%s gives the text of its deprecation', ([comment, text]) => {
  const { content, codes } = readText(`${comment}\nname: string`)
  expect(content.deprecated).toBe(text)
  expect(codes).toEqual([])
})

test('the span of a value over several lines reaches from its first to its last character', () => {
  const { content, textOf } = readText(
    '/**\n * @default {\r\n *   "a": 1 }\n * @nullable\n */\nname: string',
  )
  expect(textOf(content.markers[0]?.valueSpans[''])).toBe('{\r\n *   "a": 1 }')
})

test('misspelt tags are left alone where no kind reaches', () => {
  expect(readText('/** @minimun 1 */\na: b', 'field', { strict: false }).codes).toEqual([])
})
