import { describe, expect, test } from 'vitest'
import {
  duplicate,
  forbidden,
  internalError,
  invalid,
  invalidStatus,
  notFound,
  notSupported,
  required,
  tooFew,
  tooLong,
  tooLongCharacters,
  tooMany,
  tooShort,
  typeInvalid,
  type FieldError,
} from '../../src/apimachinery/field-error.ts'
import { fieldPath } from '../../src/apimachinery/field-path.ts'

const path = fieldPath('spec', 'ports').index(0).child('name').key('a.b/c')

test('fieldPath() writes paths as the API server does', () => {
  expect(String(path)).toBe('spec.ports[0].name[a.b/c]')
  expect(String(fieldPath('spec'))).toBe('spec')
  expect(String(fieldPath('spec').child('a', 'b'))).toBe('spec.a.b')
})

/** What `k8s.io/apimachinery/pkg/util/validation/field` v0.37.0 prints for the same. */
describe('a field error reads as Go writes it', () => {
  test.for<[string, unknown]>([
    ['"x"', 'x'],
    ['""', ''],
    [String.raw`"a\"b\\c"`, 'a"b\\c'],
    [String.raw`"tab\tnl\nbel\a\v\x00\x7f"`, 'tab\tnl\nbel\u0007\v\0\u007f'],
    [String.raw`"é世\u200b\u2028😀\U000e0001"`, 'é世\u200b\u2028😀\u{e0001}'],
    ['0', 0],
    ['-5', -5],
    ['9223372036854775807', 9223372036854775807n],
    ['1.5', 1.5],
    ['1e+21', 1e21],
    ['1.5e-07', 1.5e-7],
    ['0.0001', 0.0001],
    ['1e-05', 0.00001],
    ['1.2345678e+06', 1234567.8],
    ['true', true],
    ['null', null],
    ['null', undefined],
    [String.raw`["\u003ca\u003e","b"]`, ['<a>', 'b']],
    ['{"a":1,"b":[1]}', { a: 1, b: [1] }],
  ])('with a value shown as %s', ([shown, value]) => {
    expect(invalid(path, value, 'must be y')).toEqual({
      reason: 'FieldValueInvalid',
      field: 'spec.ports[0].name[a.b/c]',
      message: `Invalid value: ${shown}: must be y`,
    })
  })

  test('where the value is none that JSON has', () => {
    expect(invalid('spec', { a: Number.NaN }, 'd').message).toContain('NaN')
  })

  test.for<[string, FieldError]>([
    ['FieldValueRequired|Required value', required('f')],
    ['FieldValueRequired|Required value: d', required('f', 'd')],
    ['FieldValueForbidden|Forbidden: d', forbidden('f', 'd')],
    ['FieldValueDuplicate|Duplicate value: "x"', duplicate('f', 'x')],
    ['FieldValueNotFound|Not found: "x"', notFound('f', 'x')],
    [
      String.raw`FieldValueNotSupported|Unsupported value: "x": supported values: "a", "b\"c"`,
      notSupported('f', 'x', ['a', 'b"c']),
    ],
    ['FieldValueNotSupported|Unsupported value: "x"', notSupported('f', 'x')],
    ['FieldValueTooLong|Too long: may not be more than 1 byte', tooLong('f', 1)],
    ['FieldValueTooLong|Too long: may not be more than 63 bytes', tooLong('f', 63)],
    ['FieldValueTooLong|Too long: may not be more than 5 characters', tooLongCharacters('f', 5)],
    ['FieldValueTooShort|Too short: must be at least 1 character', tooShort('f', 1)],
    ['FieldValueTooShort|Too short: must be at least 4 characters', tooShort('f', 4)],
    ['FieldValueTooMany|Too many: 5: must have at most 1 item', tooMany('f', 5, 1)],
    ['FieldValueTooMany|Too many: 5: must have at most 4 items', tooMany('f', 5, 4)],
    ['FieldValueTooFew|Too few: 0: must have at least 1 item', tooFew('f', 0, 1)],
    ['FieldValueTooFew|Too few: 0: must have at least 2 items', tooFew('f', 0, 2)],
    ['FieldValueTypeInvalid|Invalid value: 1: d', typeInvalid('f', 1, 'd')],
    ['InternalError|Internal error: boom', internalError('f', new Error('boom'))],
  ])('%s', ([expected, { reason, message, field }]) => {
    expect([reason, message].join('|')).toBe(expected)
    expect(field).toBe('f')
  })
})

describe('invalidStatus()', () => {
  const application = { group: 'apps.my.domain', kind: 'App' }

  test.for<[string, { group: string; kind: string }, readonly FieldError[]]>([
    ['App.apps.my.domain "sh\\"op" is invalid', application, []],
    ['App.apps.my.domain "sh\\"op" is invalid: f: Required value', application, [required('f')]],
    [
      'App.apps.my.domain "sh\\"op" is invalid: f: Required value',
      application,
      [required('f'), required('f')],
    ],
    [
      'Pod "sh\\"op" is invalid: [f: Required value, f: Duplicate value: 1]',
      { group: '', kind: 'Pod' },
      [required('f'), duplicate('f', 1)],
    ],
  ])('says %s', ([message, kind, errors]) => {
    expect(invalidStatus(kind, 'sh"op', errors)).toMatchObject({
      message,
      reason: 'Invalid',
      code: 422,
      status: 'Failure',
      details: { ...kind, name: 'sh"op', causes: errors },
    })
  })
})
