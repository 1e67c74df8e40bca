import { expect, test } from 'vitest'
import { readText } from './reading.ts'

const describe = (text: string, target: 'type' | 'field' = 'field'): string =>
  readText(text, target).content.description

const block = (...lines: string[]): string =>
  `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\na: b`

const awkward =
  'First line: has colon, #hash, "quotes", \'single\', \\back, {{ .Values.x }}, ${y}, <b>, é😀, tab\there.'

const report = `  /**
   * ${awkward}
   * - [ ] list
   *     code: block
   * ---
   * internal only
   * TODO: remove
   */
  a: string
`
const described = `${awkward}\n- [ ] list\n    code: block`

test('awkward text survives, internal text does not', () => {
  expect(describe(report)).toBe(described)
})

test.for([
  ['CRLF', report.replaceAll('\n', '\r\n')],
  ['a byte order mark and CRLF', `\ufeff${report.replaceAll('\n', '\r\n')}`],
  ['a lone CR', report.replaceAll('\n', '\r')],
  ['U+2028', report.replace('- [ ]', '- [ ]').replaceAll('\n', '\u2028')],
  ['blanks at line ends', report.replaceAll('\n', '  \t\n')],
] as const)('%s gives the text that LF gives', ([, text]) => {
  expect(describe(text)).toBe(described)
})

test.for([
  [block('One.', '', '', '', 'Two.', ''), 'One.\n\nTwo.'],
  [block('', 'One.'), 'One.'],
  [block('TODO: later', 'One.', 'TODOtoo', 'Not a TODO.'), 'One.\nNot a TODO.'],
  [block('One.', '', '---', 'Two.'), 'One.'],
  [block('```', 'TODO: shown', '---', '```', 'After.'), '```\nTODO: shown\n---\n```\nAfter.'],
  [block('One.', '+optional', '@minimum 1', 'Two.'), 'One.\nTwo.'],
  [block('Number of pods. @minimum 0'), 'Number of pods.'],
  [block('One.', '@default {', '  "a": 1', '}', 'Two.'), 'One.\nTwo.'],
  [block('One.', '@remarks Two.', 'Three.', '', 'Four.', '@minimum 1', 'Five.'), 'One.\nFive.'],
  [block('One.', '@deprecated two', 'three'), 'One.'],
  [block('One.', '@example', '```', 'code', '```'), 'One.'],
  [
    block('Mail x@minimum.com, see {@link Shop} and `@minimum`.'),
    'Mail x@minimum.com, see {@link Shop} and `@minimum`.',
  ],
  ['/** Far. */\n/** Near. */\na: b', 'Near.'],
  ['/** Text. */\n/** @minimum 1 */\na: b', 'Text.'],
  ['/** Text. */\n// remark\na: b', 'Text.'],
  ['/** Detached. */\n\na: b', 'Detached.'],
  ['// One.\n//   two\n// +optional\n// Three.\na: b', 'One.\n  two\nThree.'],
  ['// Detached.\n\na: b', ''],
  ['// Detached.\n\n// Touches.\na: b', 'Touches.'],
  ['// Touches.\r\na: b', 'Touches.'],
  ['// remark\n/** @minimum 1 */\na: b', ''],
  ['// eslint-disable-next-line no-x\n// @ts-expect-error\n/// <reference path="a" />\na: b', ''],
  ['/* Block. */\na: b', ''],
  ['/** Copyright 2026 Someone. */\n\nexport interface A {}', ''],
  ['// Copyright 2026 Someone.\nexport interface A {}', ''],
  ['/** @packageDocumentation All of it. */\n\nexport interface A {}', ''],
  ['/** API of apps.\n * +groupName=apps.my.domain\n */\nexport interface A {}', ''],
  ['// Package v1.\n// +versionName=v1\nexport interface A {}', ''],
  ['', ''],
] as const)('%j is described by %j', ([text, description]) => {
  expect(describe(text)).toBe(description)
})
