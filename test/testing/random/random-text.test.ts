import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePattern } from '../../../src/testing/random/pattern.ts'
import { randomText } from '../../../src/testing/random/random-text.ts'
import { Random } from '../../../src/testing/random/random.ts'

/** Patterns of Kubernetes' own types and of well-known CRDs, by their forms. */
const patterns = [
  String.raw`^[^\s]+$`,
  String.raw`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`,
  String.raw`^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$`,
  String.raw`^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`,
  String.raw`^([0-9]{1,5}(h|m|s|ms)){1,4}$`,
  String.raw`^v\d+(alpha\d+|beta\d+)?$`,
  String.raw`^(?:\/[A-Za-z0-9\/\-._~%!$&'()*+,;=:]+)$`,
  String.raw`^[A-Za-z0-9!#$%&'*+\-.^_\x60|~]+$`.replace(String.raw`\x60`, '`'),
  String.raw`^(?<major>[1-9]\d*)\.(\d+|x)$`,
  String.raw`^$|^https?://\S+$`,
  String.raw`^[^[\]]{2,}?$`,
  String.raw`^(?!kube-)[a-z-]{3,8}$`,
  String.raw`^[\]\-a]+$`,
  String.raw`\bword\b`,
]

describe('randomText()', () => {
  test.for(patterns)('matches %s', (pattern) => {
    expect(parsePattern(pattern)).toBeDefined()
    const expression = new RegExp(pattern, 'u')
    const texts = Array.from({ length: 50 }, (_, seed) => randomText({ pattern }, new Random(seed)))
    expect(texts.filter((text) => !expression.test(text))).toEqual([])
    expect(new Set(texts).size).toBeGreaterThan(pattern === String.raw`\bword\b` ? 0 : 5)
  })

  test('keeps the lengths, with a pattern and without', () => {
    const lengths = fc.tuple(fc.nat(30), fc.nat(30)).map(([least, more]) => [least, least + more])
    fc.assert(
      fc.property(lengths, fc.nat(), ([minLength = 0, maxLength = 0], seed) => {
        const plain = randomText({ minLength, maxLength }, new Random(seed))
        expect(plain.length).toBeGreaterThanOrEqual(minLength)
        expect(plain.length).toBeLessThanOrEqual(maxLength)
      }),
    )
    const schema = { pattern: '^[a-z]*$', minLength: 3, maxLength: 4 }
    expect(randomText(schema, new Random(1))).toMatch(/^[a-z]{3,4}$/)
  })

  test('says which pattern it cannot meet', () => {
    const schema = { pattern: String.raw`^(a)\1{3}b$`, maxLength: 9 }
    expect(parsePattern(schema.pattern)).toBeUndefined()
    expect(() => randomText(schema, new Random(1))).toThrow(schema.pattern)
  })

  test('is the same for the same seed', () => {
    const texts = [7, 7, 8].map((seed) => randomText({ minLength: 10 }, new Random(seed)))
    expect(texts[0]).toBe(texts[1])
    expect(texts[0]).not.toBe(texts[2])
  })
})
