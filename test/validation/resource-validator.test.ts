import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JSONSchemaProps } from '../../src/apimachinery/custom-resource-definition.ts'
import { ResourceValidator } from '../../src/validation/index.ts'

/*
 * What holds without a server. That the answers are the API server's is held in test/kube/validation.
 */

const identity = { apiVersion: 'a.example.org/v1', kind: 'A', metadata: { name: 'a' } }

function validatorOf(spec: JSONSchemaProps): ResourceValidator<{ spec?: unknown }> {
  const schema = { type: 'object', properties: { spec } }
  return new ResourceValidator({ group: 'a.example.org', version: 'v1', kind: 'A', schema })
}

function problemsOf(spec: JSONSchemaProps, value: unknown): string[] {
  return validatorOf(spec)
    .validate({ ...identity, spec: value })
    .map(({ field, message }) => `${field}: ${message}`)
}

describe('validate()', () => {
  test.for<[string, JSONSchemaProps, unknown, string[]]>([
    ['a type', { type: 'integer' }, '1', ['spec: Invalid value: "string": spec in body must be of type integer: "string"']],
    ['a fraction', { type: 'integer' }, 1.5, ['spec: Invalid value: "number": spec in body must be of type integer: "number"', '<nil>: Invalid value: "": Checked value must be of type integer (default format) in spec']],
    ['a bound', { type: 'integer', minimum: 2 }, 1, ['spec: Invalid value: 1: spec in body should be greater than or equal to 2']],
    ['a step', { type: 'integer', multipleOf: 3 }, 4, ['spec: Invalid value: 4: spec in body should be a multiple of 3']],
    ['a format of numbers', { type: 'integer', format: 'int32' }, 2 ** 31, ['<nil>: Invalid value: "": Checked value must be of type integer with format int32 in spec']],
    ['64 bits', { type: 'integer', format: 'int64' }, 9223372036854775807n, []],
    ['a length in characters', { type: 'string', maxLength: 1 }, '😀', []],
    ['a long text', { type: 'string', maxLength: 1 }, 'ab', ['spec: Too long: may not be more than 1 byte']],
    ['a pattern of RE2', { type: 'string', pattern: '^\\pL+\\z' }, 'é1', ["spec: Invalid value: \"é1\": spec in body should match '^\\pL+\\z'"]],
    ['a format', { type: 'string', format: 'ipv4' }, 'a', ['spec: Invalid value: "a": spec in body must be of type ipv4: "a"']],
    ['an enumeration', { type: 'string', enum: ['a', 'b'] }, 'c', ['spec: Unsupported value: "c": supported values: "a", "b"']],
    ['a required field', { type: 'object', required: ['a'], properties: { a: { type: 'string' } } }, {}, ['spec.a: Required value']],
    ['a set', { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' }, ['a', 'a'], ['spec[1]: Duplicate value: "a"']],
    ['an object in an object', { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true }, { kind: 'A' }, ['spec.apiVersion: Required value']],
    ['a name of Object', { type: 'object', properties: { toString: { type: 'string' } } }, { toString: 1 }, ['spec.toString: Invalid value: "integer": spec.toString in body must be of type string: "integer"']],
    ['a field that is not there by name', { type: 'object', required: ['constructor'] }, {}, ['spec.constructor: Required value']],
    ['a rule', { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 1', message: 'more' }] }, 1, ['spec: Invalid value: 1: more']],
  ])('judges %s', ([, schema, value, problems]) => {
    expect(problemsOf(schema, value)).toEqual(problems)
  }) // prettier-ignore

  test('says nothing of what is not of the kind', () => {
    const validator = validatorOf({ type: 'object' })
    expect(validator.validate({ ...identity, kind: 'B' })).toMatchObject([{ field: 'kind' }])
    expect(validator.validate(null)).toHaveLength(1)
    expect(validator.validate({ ...identity, metadata: {} })).toMatchObject([
      { field: 'metadata.name', reason: 'FieldValueRequired' },
    ])
    expect(validator.validate({ ...identity, metadata: { name: 'A_b' } })).toHaveLength(1)
  })

  test('drops unknown fields, or refuses them', () => {
    const validator = validatorOf({ type: 'object', properties: { a: { type: 'string' } } })
    const object = { ...identity, spec: { a: 'x', b: [{ c: 1 }] }, extra: 1 }
    expect(validator.validate(object)).toEqual([])
    const refused = validator.validate(object, { unknownFields: 'refuse' })
    expect(refused.map(({ field }) => field)).toEqual(['extra', 'spec.b'])
  })

  test('names rules that it leaves out, and guesses nothing', () => {
    const rule = "quantity(self) > quantity('1')"
    const validator = validatorOf({ type: 'string', 'x-kubernetes-validations': [{ rule }] })
    expect(validator.uncheckedRules).toMatchObject([{ field: 'spec', rule }])
    const { errors, unchecked } = validator.judge({ ...identity, spec: '2' })
    expect([errors, unchecked.length]).toEqual([[], 1])
  })
})

describe('default()', () => {
  const schema: JSONSchemaProps = {
    type: 'object',
    default: {},
    properties: {
      a: { type: 'string', default: 'x' },
      b: {
        type: 'object',
        properties: { c: { type: 'integer', default: 1 }, d: { type: 'string', nullable: true } },
      },
      list: { type: 'array', items: { type: 'object', properties: { e: { type: 'boolean', default: true } } } },
      map: { type: 'object', additionalProperties: { type: 'object', properties: { f: { type: 'integer', default: 9223372036854775807n } } } },
    },
  } // prettier-ignore

  test.for<[string, unknown, unknown]>([
    ['what is absent', undefined, { a: 'x' }],
    ['what is within', { b: {} }, { a: 'x', b: { c: 1 } }],
    ['nulls that are not taken', { a: null, b: null }, { a: 'x' }],
    ['nulls that are', { b: { d: null } }, { a: 'x', b: { c: 1, d: null } }],
    ['items of lists', { list: [{}, { e: false }] }, { a: 'x', list: [{ e: true }, { e: false }] }],
    ['entries of maps', { map: { k: {} } }, { a: 'x', map: { k: { f: 9223372036854775807n } } }],
    ['unknown fields', { u: 1, b: { v: {} } }, { a: 'x', b: { c: 1 } }],
  ])('settles %s', ([, spec, expected]) => {
    const given = spec === undefined ? identity : { ...identity, spec }
    const before = structuredClone(given)
    expect(validatorOf(schema).default(given)).toEqual({ ...identity, spec: expected })
    expect(given).toEqual(before)
  })

  test('keeps a field called __proto__', () => {
    const own: JSONSchemaProps = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string","default":"x"}}}',
    )
    const completed = validatorOf(own).default({ ...identity, spec: {} })
    expect(Object.entries(completed.spec as object)).toEqual([['__proto__', 'x']])
    const problems = problemsOf(own, JSON.parse('{"__proto__":1}'))
    expect(problems).toHaveLength(1)
  })

  test('twice is once, and changes no verdict', () => {
    const validator = validatorOf(schema)
    fc.assert(
      fc.property(fc.jsonValue(), (spec) => {
        const object = { ...identity, spec }
        const once = validator.default(object)
        expect(validator.default(once)).toEqual(once)
        expect(validator.validate(once)).toEqual(validator.validate(object))
      }),
    )
  })
})
