import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseYaml } from '../../src/manifest/parse-yaml.ts'
import { renderYamlDocuments } from '../../src/manifest/render-yaml.ts'

describe('parseYaml()', () => {
  test.for([
    ['a: yes', { a: true }],
    ['a: 2001-12-14', { a: '2001-12-14' }],
    ['a: 1:30', { a: '1:30' }],
    ['a: !!binary aGk=', { a: 'aGk=' }],
    ['a: 0x10', { a: 16 }],
    ['a: 0o17', { a: 15 }],
    ['a: -0o7', { a: -7 }],
    ['a: 017', { a: 15 }],
    ['a: "yes"', { a: 'yes' }],
    ['a: &x {b: 1}\nc: *x', { a: { b: 1 }, c: { b: 1 } }],
    ['base: &x {b: 1}\nc:\n  <<: *x\n  d: 2', { base: { b: 1 }, c: { b: 1, d: 2 } }],
    ['\ufeffa: 1\r\nb: |-\r\n  x\r\n  y\r\n', { a: 1, b: 'x\ny' }],
    ['{"a": [1, null]}', { a: [1, null] }],
    ['', null],
  ] as const)('reads %j as Kubernetes does', ([text, value]) => {
    expect(parseYaml(text)[0]?.value ?? null).toEqual(value)
    expect(parseYaml(text).flatMap(({ problems }) => problems)).toEqual([])
  })

  test('keeps every digit of a 64-bit integer', () => {
    expect(parseYaml('a: 9223372036854775807')[0]?.value).toEqual({ a: 9223372036854775807n })
  })

  test('reads what renderYaml() writes', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 4 }), (values) => {
        const clean: typeof values = JSON.parse(JSON.stringify(values))
        const documents = parseYaml(renderYamlDocuments(clean as never))
        expect(documents.map(({ value }) => value)).toEqual(clean)
      }),
    )
  })

  test('says where it cannot read on', () => {
    const text = 'a: 1\nb: [1\n'
    const [document] = parseYaml(text)
    expect(document?.problems[0]?.start).toBeGreaterThan(4)
    expect(document?.problems[0]?.message).not.toContain('\n')
  })

  test('refuses aliases that grow without end, and numbers that JSON lacks', () => {
    const doubled = Array.from(
      { length: 12 },
      (_, level) => `a${level + 1}: &a${level + 1} [*a${level}, *a${level}]`,
    )
    const bomb = ['a0: &a0 [x, x]', ...doubled].join('\n')
    expect(parseYaml(bomb)[0]?.problems).toHaveLength(1)
    expect(parseYaml('a: .nan')[0]?.problems).toHaveLength(1)
  })

  test('refuses aliases that stand for more than memory holds', () => {
    const list = `- &a [${'b, '.repeat(1000)}]\n`
    const [document] = parseYaml(list + '- *a\n'.repeat(101))
    expect(document?.problems.map(({ message }) => message)).toEqual([
      'its aliases stand for more than 100000 values',
    ])
    expect(parseYaml(list + '- *a\n'.repeat(99))[0]?.problems).toEqual([])
  })

  test('says of an alias without an anchor, or within its own, where it stands', () => {
    for (const [text, message] of [
      ['a: *b\n', 'Unresolved alias (the anchor must be set before the alias): b'],
      ['a: &b [*b]\n', 'the value of the anchor b contains itself'],
    ] as const) {
      const [document] = parseYaml(text)
      expect(document?.problems).toEqual([
        { message, start: text.indexOf('*b'), end: text.indexOf('*b') + 2 },
      ])
    }
  })

  test('reads anchors, aliases and merges', () => {
    const text = [
      'a: &a {x: 1, v: &y [2]}',
      'b: {<<: *a, x: 3}',
      'c: {x: 4, <<: [{z: *y}, *a]}',
      'd: &y 5',
      'e: *y',
      '"<<": text',
    ].join('\n')
    expect(parseYaml(text)[0]).toMatchObject({
      problems: [],
      value: {
        a: { x: 1, v: [2] },
        b: { x: 3, v: [2] },
        c: { x: 4, z: [2], v: [2] },
        d: 5,
        e: 5,
        '<<': 'text',
      },
    })
  })

  test('says where a key stands that was there before', () => {
    const text = 'a: 1\nb: {c: 1, "c": 2}\na: 3\n1: x\n"1": y\n? [a]\n: z\n'
    expect(parseYaml(text)[0]?.problems).toEqual([
      { message: 'Map keys must be unique', start: 15, end: 16 },
      { message: 'Map keys must be unique', start: 23, end: 24 },
    ])
  })

  test('finds values and keys again', () => {
    const text = 'spec:\n  list:\n  - name: x\n'
    const [document] = parseYaml(text)
    const value = document?.rangeOf(['spec', 'list', 0, 'name'])
    const key = document?.keyRangeOf(['spec', 'list', 0, 'name'])
    expect(text.slice(value?.start, value?.end)).toBe('x')
    expect(text.slice(key?.start, key?.end)).toBe('name')
    expect(document?.rangeOf(['nothing'])).toBeUndefined()
    expect(document?.keyRangeOf(['nothing'])).toBeUndefined()
  })
})
