import { describe, expect, test } from 'vitest'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import {
  isSkipped,
  readPackageFacts,
  type ProjectFacts,
} from '../../src/generators/package-facts.ts'
import type { PackageModel } from '../../src/typemodel/model.ts'
import { marker } from './marker-literal.ts'

const folder = (path: string): PackageModel => ({ path, files: [], kinds: [] })
const group = (value: string) => marker('groupName', { '': value })
const version = (value: string) => marker('versionName', { '': value })

function read(path: string, markers: Parameters<typeof readPackageFacts>[0]['markers'], project?: ProjectFacts) {
  const sink = new DiagnosticSink()
  const facts = readPackageFacts({ package: folder(path), markers, project }, sink)
  return { facts, codes: sink.diagnostics.map(({ code }) => code) }
} // prettier-ignore

const project: ProjectFacts = { path: 'api/apps/v1', group: 'apps.my.domain', version: 'v1' }

describe('readPackageFacts()', () => {
  test.for([
    ['the folder’s name', 'api/v1beta1', [group('a.b')], undefined, { group: 'a.b', version: 'v1beta1' }],
    ['a marker', 'api/types', [group('a.b'), version('v2')], undefined, { group: 'a.b', version: 'v2' }],
    ['PROJECT', 'api/apps/v1', [], project, { group: 'apps.my.domain', version: 'v1' }],
    ['both alike', 'api/apps/v1', [group('apps.my.domain')], project, { group: 'apps.my.domain', version: 'v1' }],
    ['a marker said twice', 'api/v1', [group('a.b'), group('a.b')], undefined, { group: 'a.b', version: 'v1' }],
  ] as const)('reads them from %s', ([, path, markers, listed, facts]) => {
    expect(read(path, markers, listed)).toEqual({ facts, codes: [] })
  }) // prettier-ignore

  test.for([
    ['kube/no-group', 'api/v1', [], undefined],
    ['kube/invalid-group', 'api/v1', [group('apps')], undefined],
    ['kube/invalid-group', 'api/v1', [group('')], undefined],
    ['kube/invalid-group', 'api/v1', [group('Apps.My.Domain')], undefined],
    ['kube/no-version', 'api/My_Types', [group('a.b')], undefined],
    ['kube/no-version', '.', [group('a.b')], undefined],
    ['kube/invalid-version', 'api/v1', [group('a.b'), version('V1')], undefined],
    ['kube/invalid-version', 'api/v1', [group('a.b'), version('v1_0')], undefined],
    ['kube/two-values', 'api/v1', [group('a.b'), group('c.d')], undefined],
    ['kube/two-values', 'api/v1', [group('a.b'), version('v1'), version('v2')], undefined],
    ['kube/not-as-in-project', 'api/apps/v1', [group('a.b')], project],
    ['kube/not-as-in-project', 'api/apps/v1', [version('v2')], project],
  ] as const)('reports %s for %s', ([code, path, markers, listed]) => {
    expect(read(path, markers, listed).codes).toEqual([code])
  }) // prettier-ignore
})

test('isSkipped() sees +kubebuilder:skip', () => {
  const skip = marker('kubebuilder:skip', {})
  expect(isSkipped({ package: folder('api/v1'), markers: [skip] })).toBe(true)
  expect(isSkipped({ package: folder('api/v1'), markers: [] })).toBe(false)
})
