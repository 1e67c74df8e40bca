import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  LabelSelectorError,
  matchLabelSelector,
  parseLabelSelector,
  renderLabelSelector,
} from '../../src/apimachinery/label-selector.ts'

const labels = { app: 'web', tier: 'front', empty: '' }

describe('parseLabelSelector()', () => {
  test.for([
    ['', true],
    ['app=web', true],
    ['app==web', true],
    ['app = web', true],
    ['app=api', false],
    ['app!=api', true],
    ['absent!=api', true],
    ['app in (web, api)', true],
    ['app in (api),tier=front', false],
    ['app notin (api,db)', true],
    ['absent notin (x)', true],
    ['app', true],
    ['!app', false],
    ['!absent', true],
    ['empty=', true],
    ['app=web,tier in (front,back),!absent', true],
    ['example.com/app=web', false],
  ] as const)('takes `%s` to match: %s', ([text, matches]) => {
    expect(parseLabelSelector(text)(labels)).toBe(matches)
  })

  test('matches an object without labels', () => {
    expect(parseLabelSelector('!app')(undefined)).toBe(true)
    expect(parseLabelSelector('toString')({})).toBe(false)
  })

  test.for(['=a', 'a in b', 'a b', '(a)', 'a=b=c'])('refuses `%s`', (text) => {
    expect(() => parseLabelSelector(text)).toThrow(LabelSelectorError)
  })
})

test('a selector means the same as an object and as a text', () => {
  const key = fc.constantFrom('app', 'tier', 'example.com/zone')
  const value = fc.constantFrom('a', 'b', 'c')
  const values = fc.uniqueArray(value, { minLength: 1 })
  const requirement = fc.oneof(
    fc.record({ key, operator: fc.constantFrom('In' as const, 'NotIn' as const), values }),
    fc.record({ key, operator: fc.constantFrom('Exists' as const, 'DoesNotExist' as const) }),
  )
  const selector = fc.record({
    matchLabels: fc.dictionary(key, value),
    matchExpressions: fc.array(requirement),
  })
  fc.assert(
    fc.property(selector, fc.dictionary(key, value), (given, of) => {
      const parsed = parseLabelSelector(renderLabelSelector(given))
      expect(parsed(of)).toBe(matchLabelSelector(given)(of))
    }),
  )
})
