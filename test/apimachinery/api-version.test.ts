import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  compareVersionPriority,
  isKubernetesVersion,
  parseApiVersion,
  renderApiVersion,
  renderGroupVersionKind,
} from '../../src/apimachinery/api-version.ts'

test.for<[apiVersion: string, group: string, version: string]>([
  ['v1', '', 'v1'],
  ['apps/v1', 'apps', 'v1'],
  ['apps.my.domain/v1beta2', 'apps.my.domain', 'v1beta2'],
])('parseApiVersion() reads %s', ([apiVersion, group, version]) => {
  expect(parseApiVersion(apiVersion)).toEqual({ group, version })
  expect(renderApiVersion({ group, version })).toBe(apiVersion)
})

test.for(['', 'a/b/c', 'apps/'])('parseApiVersion() does not read %j', (apiVersion) => {
  expect(parseApiVersion(apiVersion)).toBeUndefined()
})

test('a kind is shown with its group and version', () => {
  const gvk = { group: 'apps', version: 'v1', kind: 'Deployment' }
  expect(renderGroupVersionKind(gvk)).toBe('apps/v1, Kind=Deployment')
})

// The order that Kubernetes' documentation of CRD versions gives as its example.
const ordered = [
  'v10',
  'v2',
  'v1',
  'v11beta2',
  'v10beta3',
  'v3beta1',
  'v12alpha1',
  'v11alpha2',
  'foo1',
  'foo10',
]

test('versions are ordered by priority, whatever order they come in', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(ordered), (versions) => {
      const wanted = ordered.filter((version) => versions.includes(version))
      expect(versions.toSorted(compareVersionPriority)).toEqual(wanted)
    }),
  )
})

test.for<[version: string, isOrdered: boolean]>([
  ['v1', true],
  ['v1beta2', true],
  ['v2alpha10', true],
  ['1', false],
  ['v1.2', false],
  ['v1-beta1', false],
  ['V1', false],
  ['foo', false],
  ['v1beta', false],
  ['v1gamma1', false],
  ['v1\n', false],
  ['', false],
])('Kubernetes orders the version %j: %s', ([version, isOrdered]) => {
  expect(isKubernetesVersion(version)).toBe(isOrdered)
})
