import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JSONSchemaProps } from '../../src/apimachinery/custom-resource-definition.ts'
import { foldConstraints } from '../../src/schema/fold.ts'

const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined })

const bounds = fc
  .record({
    minimum: optional(fc.integer({ min: -9, max: 9 })),
    exclusiveMinimum: optional(fc.constant(true)),
    maximum: optional(fc.integer({ min: -9, max: 9 })),
    exclusiveMaximum: optional(fc.constant(true)),
    multipleOf: optional(fc.integer({ min: 1, max: 9 })),
  })
  .map(withoutIdleFlags)

/** A flag without its bound says nothing of itself. */
function withoutIdleFlags(schema: Record<string, unknown>): JSONSchemaProps {
  return Object.fromEntries(
    Object.entries(schema).filter(
      ([name, value]) =>
        value !== undefined &&
        (name !== 'exclusiveMinimum' || schema['minimum'] !== undefined) &&
        (name !== 'exclusiveMaximum' || schema['maximum'] !== undefined),
    ),
  )
}

const sizes = fc
  .record({
    minLength: optional(fc.nat(9)),
    maxLength: optional(fc.nat(9)),
    enum: optional(fc.uniqueArray(fc.constantFrom('a', 'bb', 'ccc', 'dddd'))),
  })
  .map((schema): JSONSchemaProps => JSON.parse(JSON.stringify(schema)) as JSONSchemaProps)

/** A second, plain reading of the keywords. */
function admitsNumber(schema: JSONSchemaProps, value: number): boolean {
  const { minimum = -Infinity, maximum = Infinity, multipleOf = 1 } = schema
  const isAbove = schema.exclusiveMinimum === true ? value > minimum : value >= minimum
  const isBelow = schema.exclusiveMaximum === true ? value < maximum : value <= maximum
  return isAbove && isBelow && value % Number(multipleOf) === 0
}

function admitsText(schema: JSONSchemaProps, value: string): boolean {
  const { minLength = 0, maxLength = Infinity } = schema
  const isListed = schema.enum === undefined || schema.enum.includes(value)
  return isListed && value.length >= minLength && value.length <= maxLength
}

describe('foldConstraints()', () => {
  test('admits the numbers that both sides admit', () => {
    fc.assert(
      fc.property(bounds, bounds, fc.integer({ min: -20, max: 20 }), (left, right, value) => {
        expect(admitsNumber(foldConstraints(left, right), value)).toBe(
          admitsNumber(left, value) && admitsNumber(right, value),
        )
      }),
    )
  })

  test('admits the texts that both sides admit', () => {
    const text = fc.constantFrom('', 'a', 'bb', 'ccc', 'dddd', 'eeeee')
    fc.assert(
      fc.property(sizes, sizes, text, (left, right, value) => {
        expect(admitsText(foldConstraints(left, right), value)).toBe(
          admitsText(left, value) && admitsText(right, value),
        )
      }),
    )
  })

  test('of bounds does not depend on the order', () => {
    fc.assert(
      fc.property(bounds, bounds, (left, right) => {
        expect(foldConstraints(left, right)).toEqual(foldConstraints(right, left))
      }),
    )
  })

  test('of a schema with itself or with nothing changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(bounds, sizes), (schema) => {
        expect(foldConstraints(schema, schema)).toEqual(schema)
        expect(foldConstraints(schema, {})).toEqual(schema)
        expect(foldConstraints({}, schema)).toEqual(schema)
      }),
    )
  })

  test('leaves both sides as they were', () => {
    fc.assert(
      fc.property(bounds, bounds, (left, right) => {
        const before = structuredClone([left, right])
        foldConstraints(left, right)
        expect([left, right]).toEqual(before)
      }),
    )
  })

  test.for([
    [{ pattern: 'a' }, { pattern: 'b' }, { allOf: [{ pattern: 'a' }, { pattern: 'b' }] }],
    [{ pattern: 'a' }, { pattern: 'a' }, { pattern: 'a' }],
    [
      { allOf: [{ pattern: 'a' }, { pattern: 'b' }] },
      { pattern: 'c' },
      { allOf: [{ pattern: 'a' }, { pattern: 'b' }, { pattern: 'c' }] },
    ],
    [{ enum: ['c', 'a', 'b'] }, { enum: ['b', 'c'] }, { enum: ['c', 'b'] }],
    [
      { default: 1, title: 'a', format: 'x' },
      { default: 2 },
      { default: 2, title: 'a', format: 'x' },
    ],
    [{ minimum: 5 }, { exclusiveMinimum: true }, { minimum: 5, exclusiveMinimum: true }],
    [{ maximum: 9007199254740992 }, { maximum: 9007199254740993n }, { maximum: 9007199254740992 }],
    [
      { 'x-kubernetes-validations': [{ rule: 'a' }, { rule: 'b' }] },
      { 'x-kubernetes-validations': [{ rule: 'c' }, { rule: 'b' }] },
      { 'x-kubernetes-validations': [{ rule: 'c' }, { rule: 'b' }, { rule: 'a' }] },
    ],
    [
      { anyOf: [{ minimum: 1 }] },
      { anyOf: [{ minimum: 2 }] },
      { anyOf: [{ minimum: 1 }], allOf: [{ anyOf: [{ minimum: 2 }] }] },
    ],
  ] as [JSONSchemaProps, JSONSchemaProps, JSONSchemaProps][])(
    'folds %o and %o into %o',
    ([base, said, folded]) => {
      expect(foldConstraints(base, said)).toEqual(folded)
    },
  )
})
