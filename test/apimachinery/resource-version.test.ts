import { expect, test } from 'vitest'
import { compareResourceVersions } from '../../src/apimachinery/resource-version.ts'

test.for([
  ['5', '5', 0],
  ['9', '10', -1],
  ['10', '9', 1],
  ['18446744073709551615', '18446744073709551616', -1],
  ['99999999999999999999', '100000000000000000000', -1],
  ['0', '1', undefined],
  ['', '1', undefined],
  ['01', '1', undefined],
  ['1', 'abc', undefined],
  ['-1', '1', undefined],
] as const)('compareResourceVersions() of %s and %s is %s', ([left, right, order]) => {
  const compared = compareResourceVersions(left, right)
  expect(compared && Math.sign(compared)).toBe(order)
})
