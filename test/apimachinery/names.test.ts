import { expect, test } from 'vitest'
import {
  isProtectedGroup,
  validateApiGroup,
  validateDns1035Label,
  validateDns1123Label,
  validateDns1123Subdomain,
  validateKind,
} from '../../src/apimachinery/names.ts'

const label1123 =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
const label1035 =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const tooLong = (limit: number): string => `must be no more than ${limit} bytes`

test.for<[value: string, errors: string[]]>([
  ['a', []],
  ['9-lives', []],
  ['a'.repeat(63), []],
  ['a'.repeat(64), [tooLong(63)]],
  ['', [label1123]],
  ['A', [label1123]],
  ['-a', [label1123]],
  ['a-', [label1123]],
  ['a_b', [label1123]],
  ['a.b', ['must not contain dots']],
  ['a\n', [label1123]],
  ['ünïcode', [label1123]],
  ['ü'.repeat(32), [tooLong(63), label1123]],
])('a label of RFC 1123: %j', ([value, errors]) => {
  expect(validateDns1123Label(value)).toEqual(errors)
})

test.for<[value: string, errors: string[]]>([
  ['abc-123', []],
  ['9lives', [label1035]],
  ['a.b', [label1035]],
  ['a'.repeat(64), [tooLong(63)]],
])('a label of RFC 1035: %j', ([value, errors]) => {
  expect(validateDns1035Label(value)).toEqual(errors)
})

test.for<[value: string, errors: string[]]>([
  ['example.com', []],
  ['1st.example', []],
  [`${'a'.repeat(64)}.b`, []],
  ['a..b', [subdomain]],
  ['Example.com', [subdomain]],
  ['"; rm -rf / #', [subdomain]],
  ['../../tmp', [subdomain]],
  ['a'.repeat(254), [tooLong(253)]],
])('a subdomain: %j', ([value, errors]) => {
  expect(validateDns1123Subdomain(value)).toEqual(errors)
})

test('a kind may have mixed case, and a group needs a dot', () => {
  expect(validateKind('HTTPProxy2')).toEqual([])
  expect(validateKind('My_Kind')).toEqual([
    `may have mixed case, but should otherwise match: ${label1035}`,
  ])
  expect(validateApiGroup('apps.my.domain')).toEqual([])
  expect(validateApiGroup('nodot')).toEqual(['should be a domain with at least one dot'])
  expect(validateApiGroup('No.Dot')).toEqual([subdomain])
})

test.for<[group: string, isProtected: boolean]>([
  ['k8s.io', true],
  ['storage.k8s.io', true],
  ['kubernetes.io', true],
  ['x.kubernetes.io', true],
  ['ec2.services.k8s.aws', false],
  ['mk8s.io', false],
  ['k8s.io.example.com', false],
])('the group %s is protected: %s', ([group, isProtected]) => {
  expect(isProtectedGroup(group)).toBe(isProtected)
})
