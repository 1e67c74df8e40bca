import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonValue } from '../../src/apimachinery/json.ts'
import { parseExactNumber } from '../../src/markers/values/exact-number.ts'
import { readFile, readLine, readText } from './reading.ts'
import { renderJson, renderValue } from './render-marker.ts'

/** Text that can stand on one line. */
const text = fc
  .string({ unit: 'grapheme' })
  .filter((each) => !/[\p{Surrogate}\p{Cc}\u2028\u2029]/u.test(each))
const integer = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((each) => {
  const isSafe = each >= -(2n ** 53n) + 1n && each < 2n ** 53n
  return isSafe ? Number(each) : each
})
const double = fc
  .double({ noDefaultInfinity: true, noNaN: true, min: -1e15, max: 1e15 })
  .map((each) => (each === 0 ? 0 : each))

const { value } = fc.letrec<{ value: JsonValue; leaf: JsonValue }>((tie) => ({
  leaf: fc.oneof(text, integer, double, fc.boolean(), fc.constant(null)),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3 }),
  ),
}))

function valueOf(line: string): unknown {
  const { content, diagnostics } = readLine(line)
  expect(diagnostics).toEqual([])
  return content.markers[0]?.values['']
}

function same(found: unknown, wanted: JsonValue): void {
  expect(renderJson(found as JsonValue)).toBe(renderJson(wanted))
}

test('a default is read as it is written', () => {
  fc.assert(
    fc.property(value, (each) => same(valueOf(`+kubebuilder:default=${renderValue(each)}`), each)),
  )
})

test('a JSON default is read as it is written', () => {
  fc.assert(fc.property(value, (each) => same(valueOf(`+default=${renderJson(each)}`), each)))
})

test('a tag is read as it is written', () => {
  fc.assert(
    fc.property(
      value.filter((each) => !renderJson(each).includes('*/')),
      (each) => {
        const { content, diagnostics } = readText(
          `/** @default ${renderJson(each)} @nullable */\na: b`,
        )
        expect(diagnostics).toEqual([])
        same(content.markers[0]?.values[''], each)
        expect(content.markers).toHaveLength(2)
      },
    ),
  )
})

test('a list of an enum is read in both of its forms', () => {
  const items = fc.array(value, { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(items, (each) => {
      const parts = each.map(renderValue)
      const line = '+kubebuilder:validation:Enum='
      same(valueOf(`${line}${parts.join(' ; ')};`), each)
      same(valueOf(`${line}{ ${parts.join(' , ')} }`), each)
    }),
  )
})

test('a string is read back from quotes and from backticks', () => {
  fc.assert(
    fc.property(text, (each) => {
      const line = `+kubebuilder:validation:XValidation:message = ${JSON.stringify(each)} , rule=\`${each.replaceAll('`', '')}\``
      const { content, diagnostics } = readLine(line)
      expect(diagnostics).toEqual([])
      expect(content.markers[0]?.values).toEqual({ message: each, rule: each.replaceAll('`', '') })
    }),
  )
})

test('an integer keeps its digits', () => {
  fc.assert(
    fc.property(fc.bigInt(), (each) => {
      expect(String(parseExactNumber(String(each)))).toBe(String(each))
    }),
  )
})

test('no comment makes the reader throw, and every span lies within the text', () => {
  const fragment = fc.constantFrom(
    '+',
    '@',
    'a',
    'default',
    'kubebuilder:default',
    '=',
    ':',
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    '`',
    '\\',
    ';',
    ',',
    ' ',
    '\n * ',
    '\r\n',
    '*',
    '1',
    '-',
    'minimum',
    'pattern',
    '```',
    '#',
    '(',
    'é',
    '\u2028',
    'example',
    'listType',
  )
  const comment = fc
    .array(fragment, { maxLength: 30 })
    .map(
      (parts) =>
        `/** ${parts.join('').replaceAll('*/', '')} */\n// +${parts.join('').replace(/[\r\n\u2028][^]*/, '')}\na: b`,
    )
  fc.assert(
    fc.property(comment, (each) => {
      const { content, diagnostics } = readText(each)
      const spans = [...content.markers, ...diagnostics, ...readFile(each).diagnostics].map(
        ({ span }) => span,
      )
      for (const span of spans) {
        expect(span?.start).toBeGreaterThanOrEqual(0)
        expect(span?.end).toBeLessThanOrEqual(each.length)
        expect(span?.start).toBeLessThanOrEqual(span?.end ?? -1)
      }
    }),
    { numRuns: 1000 },
  )
})
