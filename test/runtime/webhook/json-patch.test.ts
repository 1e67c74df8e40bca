import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson, renderJson } from '../../../src/apimachinery/json-text.ts'
import { diffJson, renderJsonPatch } from '../../../src/runtime/webhook/admission/json-patch.ts'
import { applyJsonPatch } from './apply-json-patch.ts'

describe('diffJson()', () => {
  test.for<[string, unknown, unknown, unknown]>([
    ['nothing', { a: 1 }, { a: 1 }, []],
    ['an added field', {}, { a: 1 }, [{ op: 'add', path: '/a', value: 1 }]],
    ['a removed field', { a: 1 }, {}, [{ op: 'remove', path: '/a' }]],
    ['a field set to undefined', { a: 1 }, { a: undefined }, [{ op: 'remove', path: '/a' }]],
    ['a field that is null', { a: 1 }, { a: null }, [{ op: 'replace', path: '/a', value: null }]],
    ['another type', { a: [1] }, { a: { 0: 1 } }, [{ op: 'replace', path: '/a', value: { 0: 1 } }]],
    [
      'names with ~ and /',
      { m: {} },
      { m: { 'a/b~c': 1, '~1': 2, '': 3 } },
      [
        { op: 'add', path: '/m/a~1b~0c', value: 1 },
        { op: 'add', path: '/m/~01', value: 2 },
        { op: 'add', path: '/m/', value: 3 },
      ],
    ],
    [
      'a map that was not there, whole',
      { metadata: {} },
      { metadata: { labels: { a: 'b' } } },
      [{ op: 'add', path: '/metadata/labels', value: { a: 'b' } }],
    ],
    [
      'an item at the end',
      { l: [{ n: 1 }] },
      { l: [{ n: 1 }, { n: 2 }] },
      [{ op: 'add', path: '/l/1', value: { n: 2 } }],
    ],
    [
      'an item at the beginning',
      { l: [{ n: 1 }, { n: 2 }] },
      { l: [{ n: 0 }, { n: 1 }, { n: 2 }] },
      [{ op: 'add', path: '/l/0', value: { n: 0 } }],
    ],
    [
      'an item that went',
      [1, 2, 3, 4],
      [1, 4],
      [
        { op: 'remove', path: '/2' },
        { op: 'remove', path: '/1' },
      ],
    ],
    [
      'a field of an item, and an item more',
      { l: [{ n: 1 }, { n: 2 }] },
      { l: [{ n: 1, x: true }, { n: 2 }, { n: 3 }] },
      [
        { op: 'add', path: '/l/0/x', value: true },
        { op: 'add', path: '/l/2', value: { n: 3 } },
      ],
    ],
    ['a number held in the other way', { a: 5, b: 7n }, { a: 5n, b: 7 }, []],
    ['what writes itself', { a: '1970-01-01T00:00:00.000Z' }, { a: new Date(0) }, []],
    ['the whole', 1, 'x', [{ op: 'replace', path: '', value: 'x' }]],
  ])('gives %s', ([, before, after, operations]) => {
    expect(diffJson(before, after)).toEqual(operations)
  })

  test('takes `__proto__` for a name like any other', () => {
    const [before, after] = [parseJson('{"a":{}}'), parseJson('{"a":{"__proto__":{"b":1}}}')]
    expect(renderJsonPatch(diffJson(before, after))).toBe(
      '[{"op":"add","path":"/a/__proto__","value":{"b":1}}]',
    )
    expect(renderJsonPatch(diffJson(after, before))).toBe('[{"op":"remove","path":"/a/__proto__"}]')
    expect(diffJson(after, after)).toEqual([])
  })

  test('makes of any JSON any other, big numbers and all', () => {
    fc.assert(
      fc.property(anyJson, anyJson, (before, after) => {
        const text = renderJsonPatch(diffJson(before, after))
        expect(sorted(applyJsonPatch(before, parseJson(text)))).toBe(sorted(after))
      }),
      { numRuns: 1000 },
    )
  })

  test('says nothing of what is the same, and little of one change', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(diffJson(value, parseJson(renderJson(value)))).toEqual([])
        const wrapped = { deep: { er: value }, other: value }
        expect(diffJson(wrapped, { ...wrapped, more: 1 })).toHaveLength(1)
      }),
      { numRuns: 300 },
    )
  })

  test('takes no longer for a list than it is long', () => {
    const items = Array.from({ length: 20_000 }, (_, index) => ({ name: `item-${index}` }))
    const start = performance.now()
    const shifted = [...items.slice(1), { name: 'new' }, { name: 'newer' }]
    const operations = diffJson({ items }, { items: shifted })
    expect(renderJson(applyJsonPatch({ items }, operations))).toBe(renderJson({ items: shifted }))
    // Comparing each with each takes minutes.
    expect(performance.now() - start).toBeLessThan(20_000)
  })
})

describe('renderJsonPatch()', () => {
  test.for<[string, unknown]>([
    ['NaN', Number.NaN],
    ['a hole', [undefined]],
    ['a symbol', Symbol('s')],
  ])('names the place of %s', ([, value]) => {
    const operations = [{ op: 'add', path: '/spec/x', value }] as const
    expect(() => renderJsonPatch(operations)).toThrow(TypeError)
    expect(() => renderJsonPatch(operations)).toThrow('/spec/x')
  })
})

/** The text of a value whose fields stand in the order of their names. */
function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join()}]`
  if (typeof value !== 'object' || value === null) return renderJson(value)
  const fields = Object.entries(value).map(
    ([name, each]) => `${JSON.stringify(name)}:${sorted(each)}`,
  )
  return `{${fields.sort().join()}}`
}

const names = fc.oneof(fc.constantFrom('a', 'b', 'c', '~', '/', '~1', '', '__proto__'), fc.string())

const anyJson: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, 0, 1, '', 'x'),
    fc.bigInt({ min: 9007199254740992n, max: 9223372036854775807n }),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((each) => (Object.is(each, -0) ? 0 : each)),
    fc.string(),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(names, tie('value'), { maxKeys: 6, noNullPrototype: true }),
  ),
})).value
