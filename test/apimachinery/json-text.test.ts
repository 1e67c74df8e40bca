import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { parseJson, renderJson, UnwritableValueError } from '../../src/apimachinery/json-text.ts'

describe('parseJson() and renderJson()', () => {
  test.for([
    '{"a":9007199254740993}',
    '[9223372036854775807,-9223372036854775808]',
    '{"text":"9007199254740993","number":9007199254740993}',
    '{"integer:":"integer:9007199254740993","n":12345678901234567890}',
    '{"quoted \\" 9007199254740993":[1,2.5,true,null]}',
    '{"a":"\\\\","b":9007199254740993}',
    '9007199254740993',
    '{"plain":[1,-2,0.5,1e+21],"empty":{}}',
  ])('keep %s byte for byte', (text) => {
    expect(renderJson(parseJson(text))).toBe(text)
  })

  it('give a bigint only where a double would lose digits', () => {
    expect(parseJson('[9007199254740991,9007199254740992,1234567890123456]')).toEqual([
      9007199254740991,
      9007199254740992n,
      1234567890123456,
    ])
  })

  it('take __proto__ as a name like any other', () => {
    const value = parseJson('{"__proto__":{"polluted":9007199254740993}}')
    expect(Object.keys(value as object)).toEqual(['__proto__'])
    expect(renderJson(value)).toBe('{"__proto__":{"polluted":9007199254740993}}')
    expect('polluted' in {}).toBe(false)
  })

  it('agree with JSON on every other value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        expect(renderJson(parseJson(text))).toBe(text)
      }),
    )
  })

  it('keep every 64-bit integer at any depth, between any strings', () => {
    const leaf = fc.oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.string())
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('node')),
        fc.dictionary(fc.string(), tie('node')),
      ),
    })).node
    fc.assert(
      fc.property(tree, (value) => {
        const text = renderJson(value)
        expect(renderJson(parseJson(text))).toBe(text)
      }),
    )
  })

  it('refuse text that is no JSON', () => {
    expect(() => parseJson('{"a":9007199254740993')).toThrow(SyntaxError)
    expect(() => parseJson('{a:1}')).toThrow(SyntaxError)
  })
})

describe('renderJson()', () => {
  test.for([
    [{ spec: { ratio: Number.NaN } }, 'spec.ratio'],
    [{ spec: { items: [1, Infinity] } }, 'spec.items[1]'],
    [{ list: [{}, () => 1] }, 'list[1]'],
  ] as const)('refuses a value that JSON cannot carry, with its path', ([value, path]) => {
    expect(() => renderJson(value)).toThrow(UnwritableValueError)
    expect(() => renderJson(value)).toThrow(path)
  })

  it('leaves undefined fields out', () => {
    expect(renderJson({ a: undefined, b: 9007199254740993n })).toBe('{"b":9007199254740993}')
  })
})
