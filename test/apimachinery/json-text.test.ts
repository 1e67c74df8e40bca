import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  parseJson,
  renderJson,
  renderJsonForYaml,
  UnwritableValueError,
} from '../../src/apimachinery/json-text.ts'
import { expectLinear } from '../growth.ts'

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
    '{"zero":[-0,0],"small":1e-7}',
    '[0.1234567890123456,100000000000000000000,-9007199254740993]',
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

  it('take a string for no number, however it is written', () => {
    const text = String.raw`["\u0069nteger:1","~integer:2","integer:x",9007199254740993]`
    expect(parseJson(text)).toEqual(['integer:1', '~integer:2', 'integer:x', 9007199254740993n])
  })

  it('read a string of megabytes beside a long integer', () => {
    const text = JSON.stringify({ data: String.raw`\"`.repeat(1_000_000), count: 0 })
    const exact = text.replace(/0}$/, '9007199254740993}')
    expect(parseJson(exact)).toMatchObject({ count: 9007199254740993n })
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
    expect(() => parseJson('[09007199254740993]')).toThrow(SyntaxError)
  })
})

describe('renderJson()', () => {
  test.for([
    [{ spec: { ratio: Number.NaN } }, 'spec.ratio'],
    [{ spec: { items: [1, Infinity] } }, 'spec.items[1]'],
    [{ list: [{}, () => 1] }, 'list[1]'],
    [{ list: [undefined] }, 'list[0]'],
    [{ big: 1n, 'a.b/c': [{ x: -Infinity }] }, '[a.b/c][0].x'],
    [undefined, 'the object'],
  ] as const)('refuses a value that JSON cannot carry, with its path', ([value, path]) => {
    expect(() => renderJson(value)).toThrow(UnwritableValueError)
    expect(() => renderJson(value)).toThrow(path)
  })

  it('writes times and other values with a JSON form of their own', () => {
    const value = { at: new Date(0), big: 9007199254740993n, none: undefined }
    expect(renderJson(value)).toBe('{"at":"1970-01-01T00:00:00.000Z","big":9007199254740993}')
  })

  it('leaves undefined fields out', () => {
    expect(renderJson({ a: undefined, b: 9007199254740993n })).toBe('{"b":9007199254740993}')
  })
})

describe('renderJsonForYaml()', () => {
  it('escapes what YAML folds, drops or refuses, and nothing else', () => {
    const value = { a: '\u007f\u0085\u2028\u2029\ufeff\uffff', b: 'ü ☂ 🎈 "\n', c: 2n ** 63n }
    const text = renderJsonForYaml(value)
    expect(text).toBe(
      String.raw`{"a":"\u007f\u0085\u2028\u2029\ufeff\uffff","b":"ü ☂ 🎈 \"\n","c":9223372036854775808}`,
    )
    expect(parseJson(text)).toEqual(value)
  })
})

/** How Node reads numbers exactly by itself, where it shows a number's text to a reviver. */
function parseBySource(text: string): unknown {
  const revive = (_key: string, value: unknown, context?: { source?: string }): unknown => {
    const { source = '' } = context ?? {}
    const isLong = /^-?\d{16,40}$/.test(source) && !Number.isSafeInteger(value)
    return isLong ? BigInt(source) : value
  }
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown)
}

const showsSource = ((): boolean => {
  let isShown = false
  JSON.parse('1', ((_key: string, value: unknown, context?: { source?: string }) => {
    isShown = context?.source === '1'
    return value
  }) as (key: string, value: unknown) => unknown)
  return isShown
})()

describe('parseJson() of numbers', () => {
  const digits = fc.stringMatching(/^-?[1-9]\d{0,60}$/)
  const number = fc.oneof(
    digits,
    fc.stringMatching(/^-?(0|[1-9]\d{0,30})\.\d{1,30}([eE][+-]?\d{1,2})?$/),
  )
  const text = fc
    .array(
      fc.oneof(
        number,
        fc.string().map((each) => JSON.stringify(each)),
      ),
    )
    .map((parts) => `{"a":[${parts.join(' , ')}],"__proto__":{"b":[${parts.join(',')}]}}`)

  it('agrees with what Node tells of their text', (context) => {
    if (!showsSource) context.skip('this Node shows no source to a reviver')
    fc.assert(
      fc.property(text, (each) => {
        expect(parseJson(each)).toEqual(parseBySource(each))
      }),
    )
  })

  it('agrees with JSON but for the integers of 16 to 40 digits', () => {
    const toDouble = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value, (_key, each: unknown) =>
          typeof each === 'bigint' ? Number(each) : each,
        ),
      )
    fc.assert(
      fc.property(text, (each) => {
        expect(JSON.stringify(toDouble(parseJson(each)))).toBe(JSON.stringify(JSON.parse(each)))
      }),
    )
  })

  it('reads an integer of more than 40 digits as the API server does', () => {
    expect(parseJson(`[${'9'.repeat(40)},${'9'.repeat(41)}]`)).toEqual([10n ** 40n - 1n, 1e41])
  })
})

describe('JSON texts from strangers', () => {
  const marks = (n: number): string[] => {
    const strings: string[] = []
    for (let mark = 'integer:', size = 0; size < n; mark = `~${mark}`, size += mark.length)
      strings.push(mark)
    return strings
  }
  test.for<[string, (n: number) => string]>([
    ['marks that lengthen', (n) => JSON.stringify(marks(n)).replace(/]$/, ',9007199254740993]')],
    [
      'marks that are escaped',
      (n) =>
        JSON.stringify(marks(n)).replaceAll('i', '\\u0069').replace(/]$/, ',9007199254740993]'),
    ],
    ['long integers', (n) => `[${'9007199254740993,'.repeat(n)}1]`],
    ['one integer', (n) => `[${'7'.repeat(n * 16)}]`],
    ['one negative fraction', (n) => `[9007199254740993,-0.${'7'.repeat(n * 16)}]`],
    ['backslashes', (n) => `[9007199254740993,"${'\\\\'.repeat(n * 8)}"]`],
    ['escaped quotes', (n) => `[9007199254740993,"${'\\"'.repeat(n * 8)}"]`],
    ['depth', (n) => `${'['.repeat(n)}9007199254740993${']'.repeat(n)}`],
    [
      'many keys',
      (n) => `{${Array.from({ length: n }, (_, at) => `"k${at}":9007199254740993`).join(',')}}`,
    ],
    ['one key again and again', (n) => `{${'"a":9007199254740993,'.repeat(n)}"b":1}`],
    ['no JSON', (n) => `[${'9007199254740993,'.repeat(n)}`],
  ])('take time in proportion to their size: %s', ([name, make]) => {
    expectLinear(name, make, parseJson)
  })

  test.for<[string, (n: number) => unknown]>([
    ['big integers', (n) => Array.from({ length: n }, () => 2n ** 64n)],
    ['signs that are unsafe in YAML', (n) => [2n ** 64n, '\u2028'.repeat(n * 8)]],
    ['long keys', (n) => ({ ['-'.repeat(n * 16)]: 2n ** 64n })],
    [
      'many keys',
      (n) => Object.fromEntries(Array.from({ length: n }, (_, at) => [`k${at}`, 2n ** 64n])),
    ],
  ])('are written back in proportion to their size: %s', ([name, make]) => {
    expectLinear(name, make, renderJsonForYaml)
  })
})
