import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SourceFileModel } from '../../src/typemodel/model.ts'
import { readFiles } from './read-types.ts'

function fileWith(text: string): SourceFileModel {
  const file = readFiles({ 'a/x.ts': text }).program.packages[0]?.files[0]
  if (file === undefined) throw new Error('no file')
  return file
}

function lines(text: string): string[][] {
  return fileWith(text).comments.map((comment) => comment.lines.map((line) => line.text))
}

describe('the lines of a comment', () => {
  test.for<[string, string[][]]>([
    ['// one\n//two\n//  three  ', [['one'], ['two'], [' three']]],
    ['/** one */', [['one']]],
    ['/**\n * one\n *\n *   two\n */', [['one', '', '  two']]],
    ['/**\r\n * one\r\n * two\r\n */\r\n', [['one', 'two']]],
    ['/**\r * one\r * two\r */', [['one', 'two']]],
    ['/** one\u2028 * two */', [['one', 'two']]],
    ['/* block\n   more\n*/', [['block', '  more']]],
    ['/**/ /***/ /** */', [[''], [''], ['']]],
    ['/**one*/', [['one']]],
    ['/** *bold* */', [['*bold*']]],
    ['/** open', [['open']]],
    ['#!/usr/bin/env //\n// x', [['x']]],
  ])('%j', ([text, want]) => {
    expect(lines(text)).toEqual(want)
  })

  test('stand where they say', () => {
    const text = 'a /** x\r\n *  y z  \n */ // tail \n'
    for (const comment of fileWith(text).comments) {
      for (const line of comment.lines) {
        expect(text.slice(line.span.start, line.span.end)).toBe(line.text)
      }
    }
  })
})

describe('comments are found', () => {
  test.for<[string, string[]]>([
    ['const a = "// no" // yes', ['yes']],
    ["const a = '/* no' /* yes */", ['yes']],
    ['const a = `// no ${1 /* yes */} // no` // and', ['yes', 'and']],
    ['const a = /[/*]\\/\\// // yes', ['yes']],
    ['const a = b / c // yes', ['yes']],
    ['const a = "\\"// no" // yes', ['yes']],
    ['function f() { // in\n return 1 /* it */ }\n// end', ['in', 'it', 'end']],
    ['class A { // in\n /** doc */ a = 1 // tail\n // end\n}', ['in', 'doc', 'tail', 'end']],
    ['type A = { // in\n a: 1 // tail\n // end\n}', ['in', 'tail', 'end']],
  ])('%s', ([text, want]) => {
    expect(lines(text).map((each) => each.join())).toEqual(want)
  })
})

describe('comments are attached', () => {
  test.for<[string, string[]]>([
    ['// a\n\n// b\nexport interface A {}', ['a', 'b']],
    [
      '/** a */ interface A { // no\n /** b */ b: 1; /** c */ c: 2 // no\n // no\n}',
      ['a', 'b', 'c'],
    ],
    ['const x = 1 // no\n// a\ntype A = 1 // no', ['a']],
    ['// a\nexport /* b */ enum A { /** no */ A }', ['a', 'b']],
    ['// no\nclass A { /** no */ a = 1 }\n// no\nfunction f() {}', []],
    ['namespace n {\n // a\n export interface A {} }', ['a']],
    ['type A = { a: { /** b */ b: 1 }[] }', ['b']],
  ])('%s', ([text, want]) => {
    const { attached } = fileWith(text)
    expect([...attached].map((each) => each.lines.map((line) => line.text).join())).toEqual(want)
  })
})

test('the text alone and the syntax tree find the same comments', () => {
  const piece = fc.constantFrom(
    ' // a\n',
    ' /* b */ ',
    ' /** c\n * d */ ',
    ' "// no" ',
    " '/*' ",
    ' x ',
    '\n',
  )
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = `${pieces.join(';')};`
      // A template makes the reader look at the syntax tree.
      expect(lines(`${text}\n\`\``)).toEqual(lines(text))
    }),
  )
})

test('a byte order mark and line ends of any kind change no positions but the text read', () => {
  const text = '// +a=1\ninterface A {\n  /** b */\n  b: 1\n}\n'
  const crlf = text.replaceAll('\n', '\r\n')
  expect(lines(crlf)).toEqual(lines(text))
  for (const { span, lines: each } of fileWith(crlf).comments) {
    expect(crlf.slice(span.start, span.end)).toContain(each[0]?.text)
  }
})
