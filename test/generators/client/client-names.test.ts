import { expect, test } from 'vitest'
import {
  accessorName,
  groupNames,
  lowerFirst,
} from '../../../src/generators/client/client-names.ts'

test.for([
  ['Network', 'networks', 'networks'],
  ['Policy', 'policies', 'policies'],
  ['HTTPRoute', 'httproutes', 'httpRoutes'],
  ['API', 'apis', 'apis'],
  ['DNSRecord', 'dnsrecords', 'dnsRecords'],
  ['Fish', 'fish', 'fish'],
  ['Datum', 'data', 'data'],
  ['Tunnel', 'net-tunnels', 'netTunnels'],
])('accessorName() of %s with the plural %s is %s', ([kind = '', plural = '', accessor]) => {
  expect(accessorName(kind, plural)).toBe(accessor)
})

test.for([
  ['Network', 'network'],
  ['HTTPRoute', 'httpRoute'],
  ['API', 'api'],
  ['GetScale', 'getScale'],
])('lowerFirst() of %s is %s', ([name = '', lower]) => {
  expect(lowerFirst(name)).toBe(lower)
})

test('groupNames() takes first labels, and whole groups where two begin alike', () => {
  const names = groupNames(new Set(['apps.my.domain', 'net.my.domain', 'net.other.domain']))
  expect(Object.fromEntries(names)).toEqual({
    'apps.my.domain': 'apps',
    'net.my.domain': 'net.my.domain',
    'net.other.domain': 'net.other.domain',
  })
})
