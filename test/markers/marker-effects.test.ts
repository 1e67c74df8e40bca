import { expect, test } from 'vitest'
import { markerDefinitions } from '../../src/markers/definitions.ts'
import { schemaEffectNames } from '../../src/schema/effects/effects.ts'
import { kindEffects } from '../../src/schema/kind/kind-effects.ts'

/** Read by generators, from any place in the sources. */
const packageMarkers = [
  'groupName',
  'versionName',
  'kubebuilder:skip',
  'kubebuilder:rbac',
  'kubebuilder:webhook',
  'kubebuilder:webhookconfiguration',
  'kops:webhook:rule',
  'kops:webhook:matchCondition',
]

test('every marker that is said to have an effect has one, and no other', () => {
  const handled = new Set([...schemaEffectNames, ...Object.keys(kindEffects), ...packageMarkers])
  const promised = new Set(
    markerDefinitions.filter((each) => each.class === 'effect').map(({ name }) => name),
  )
  expect([...promised].filter((name) => !handled.has(name))).toEqual([])
  expect([...handled].filter((name) => !promised.has(name))).toEqual([])
})
