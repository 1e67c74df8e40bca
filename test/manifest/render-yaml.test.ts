import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import type { JsonValue } from '../../src/apimachinery/json.ts'
import { toWellFormed } from '../../src/apimachinery/well-formed-text.ts'
import { renderYaml, renderYamlDocuments } from '../../src/manifest/render-yaml.ts'

const readers = ['1.1', '1.2'] as const

function readBack(text: string, version: '1.1' | '1.2'): unknown {
  return parse(text, { version, intAsBigInt: true, merge: version === '1.1', prettyErrors: true })
}

/** The reader gives integers as bigint: the same for the value that was written. Half a surrogate pair is no text. */
function withBigIntegers(value: JsonValue): unknown {
  if (typeof value === 'string') return toWellFormed(value)
  if (typeof value === 'number')
    return Number.isInteger(value) && !/e/.test(String(value)) ? BigInt(String(value)) : value
  if (Array.isArray(value)) return value.map(withBigIntegers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [toWellFormed(key), withBigIntegers(member)]),
  )
}

const awkward = [
  '', ' ', 'yes', 'No', 'on', 'OFF', 'y', 'N', 'true', 'null', 'Null', '~', '=', '<<', '.', '..', '...', '---', '--- a', '-', '- a', '-a', '?', '? a', ':', ':a', 'a:', 'a: b', 'a :b', 'a #b', 'a# b', '#a',
  '1', '-1', '+1', '1e3', '1.', '.5', '-.5', '.inf', '-.INF', '.nan', '0x1', '0o7', '0b1', '017', '1_000', '1:30', '190:20:30', '190:20:30.15', '2001-12-14', '2001-12-14t21:59:43.10-05:00', '2001-12-14 21:59:43.10 -5', '12e03', 'e9', 'E12', 'E+7', '1e', '1_', '_1', '0x', '0x_1', '+.', '-_', '1.2.3', '10.0.0.1', '10.0.0.0/8', '5m', '100Mi',
  ' a', 'a ', '\ta', 'a\t', 'a\tb', 'a\rb', 'a\r\nb', 'a\u0085b', 'a\u2028b', 'a\u2029b', '\ufeffa', 'a\ufeff', '\u0000', '\u001b[1m', '\u007f', '\u009f', '\ufffe', '\u00a0', '\u3000a', '😀', 'a😀b', '\ud800', 'a\udc00b', '\ud83d\ude00\ude00',
  'a\nb', 'a\n', '\na', '\n', 'a\n\n', 'a\n\nb', ' a\nb', 'a \nb', 'a\n b', 'a\n\tb', '\ta\nb', 'a\nb ', 'a\n---\nb', 'a\n#b', 'a\n: b', '- a\n- b', 'a\r\nb', 'a\n\u2028b', 'a\n\u0000', '😀\n😀', 'a\n \nb', 'a\n\ud800',
  "it's", '"a"', "'a'", '"', "'", '!a', '&a', '*a', '@a', '`a`', '%a', '|', '>', '[a]', '{a}', 'a]', 'a, b', 'a,', '^[^\\s]+$', '\\d', 'self.a > 0 && self.b < 9', 'a'.repeat(300), 'word '.repeat(60) + 'end', '__proto__', 'constructor', 'x-y.z/a',
] // prettier-ignore

describe('renderYaml()', () => {
  test.for(awkward)('keeps %j as value, key, item and root', (text) => {
    const value = Object.fromEntries([
      [text, text],
      ['list', [text, [text], { [text]: text }]],
    ])
    for (const version of readers) {
      expect(readBack(renderYaml(value), version)).toEqual(withBigIntegers(value))
      expect(readBack(renderYaml(text), version)).toBe(toWellFormed(text))
      expect(readBack(renderYaml([[text]]), version)).toEqual([[toWellFormed(text)]])
    }
  })

  test('is read back as the same value by readers of YAML 1.1 and 1.2', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({
        unit: fc.constantFrom(
          ...' \t\n\r:#-?,[]{}&*!|>\'"%@`~=<.+_0179eExXoOaZ\u0085\u2028\ufeff'.split(''),
        ),
        maxLength: 12,
      }),
      fc.constantFrom(...awkward),
    )
    const { tree } = fc.letrec<{ tree: JsonValue; leaf: JsonValue }>((tie) => ({
      tree: fc.oneof({ maxDepth: 4 }, tie('leaf'), fc.array(tie('tree'), { maxLength: 4 }), fc.array(fc.tuple(text, tie('tree')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries))),
      leaf: fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)), fc.integer(), fc.bigInt(), fc.boolean(), fc.constant(null)),
    })) // prettier-ignore
    fc.assert(
      fc.property(tree, (value) => {
        for (const version of readers) {
          expect(readBack(renderYaml(value), version)).toEqual(withBigIntegers(value))
        }
      }),
      { numRuns: 500 },
    )
  })

  test('gives no escape of half a surrogate pair, which Go refuses with the whole file', () => {
    expect(renderYaml({ 'a\udc00': '\ud800', b: ['\ud83d\ude00\ude00\n'] })).toBe(
      '"a\ufffd": "\ufffd"\nb:\n- "😀\ufffd\\n"\n',
    )
  })

  test('has neither carriage returns nor trailing blanks, and one final line feed', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...awkward), { minLength: 1 }), (value) => {
        const rendered = renderYaml(value)
        expect(rendered).not.toMatch(/[\r\u0085\u2028\u2029\ufeff]|[ \t]\n|\n\n$/)
        expect(rendered.endsWith('\n')).toBe(true)
      }),
    )
  })

  test.for(([
    [{ b: 1, a: [1, { x: 1, y: [] }], c: {} }, 'a:\n- 1\n- x: 1\n  "y": []\nb: 1\nc: {}\n'],
    [{ a: [['b', ['c']]] }, 'a:\n- - b\n  - - c\n'],
    [{ text: 'one\n\n two\nthree' }, 'text: |-\n  one\n\n   two\n  three\n'],
    [{ text: 'one\ntwo\n' }, 'text: |\n  one\n  two\n'],
    [{ list: ['one\ntwo'] }, 'list:\n- |-\n  one\n  two\n'],
    [{ a: 'yes', b: "it's: so", c: 'a\tb' }, 'a: "yes"\nb: \'it\'\'s: so\'\nc: "a\\tb"\n'],
    [{ a: 9223372036854775807n, b: 1e21, c: 1e-7, d: 0.5 }, 'a: 9223372036854775807\nb: 1.0e+21\nc: 1.0e-7\nd: 0.5\n'],
    [{ j10: 1, j9: 1, Upper: 1, $ref: 1, _u: 1 }, '$ref: 1\n_u: 1\nUpper: 1\nj9: 1\nj10: 1\n'],
  ] satisfies [JsonValue, string][]).map(([value, text]) => ({ value, text })))('writes $text', ({ value, text }) => {
    expect(renderYaml(value)).toBe(text)
  }) // prettier-ignore

  test('gives the same bytes whatever the order of keys', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 4 }), { maxLength: 8 }), (keys) => {
        const forth = Object.fromEntries(keys.map((key) => [key, 1]))
        const back = Object.fromEntries(keys.toReversed().map((key) => [key, 1]))
        expect(renderYaml(back)).toBe(renderYaml(forth))
      }),
    ) // prettier-ignore
  })

  test('refuses a number that JSON does not have', () => {
    expect(() => renderYaml({ a: Number.NaN })).toThrow(TypeError)
  })
})

describe('renderYamlDocuments()', () => {
  test('starts each document with a line of its own', () => {
    const text = renderYamlDocuments([{ a: 1 }, { b: 2 }])
    expect(text).toBe('---\na: 1\n---\nb: 2\n')
    expect(parseAllDocuments(text)).toHaveLength(2)
  })
})
