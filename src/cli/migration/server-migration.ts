import { pathSegment } from '../../apimachinery/path-segment.ts'
import { isAlreadyExists, isForbidden, isNotFound } from '../../apimachinery/status-errors.ts'
import type { Requester } from '../../runtime/client/requester.ts'
import { sleep } from '../../runtime/clock/sleep.ts'
import { systemClock } from '../../runtime/clock/system-clock.ts'
import { persist } from './persistent-request.ts'
import type { StoredDefinition } from './stored-definition.ts'

/*
 * Kubernetes' own StorageVersionMigration: an object asks for a resource, and kube-controller-manager rewrites.
 */

/** `absent`: not served, not allowed, or no controller takes it up. */
export type ServerOutcome = 'succeeded' | 'failed' | 'absent'

interface StorageVersionMigration {
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[]
  }
}

const group = '/apis/storagemigration.k8s.io'
/** In v1alpha1 the resource is named otherwise. */
const knownVersions = ['v1', 'v1beta1']

/** A controller notices an object within a moment, where there is one. */
const noticeMs = 15_000
/** It then waits until it knows the kind, which may take a minute. */
const longestMs = 10 * 60_000
const pollMs = 500

/** Has the cluster rewrite the objects of a definition. What another run asked for is waited for. */
export async function migrateByServer(
  requester: Requester,
  definition: StoredDefinition,
): Promise<ServerOutcome> {
  const version = await findVersion(requester)
  if (version === undefined) return 'absent'
  const { name = '', generation = 0 } = definition.metadata
  const folder = `${group}/${version}/storageversionmigrations`
  const own = `kops-${name}-${generation}`
  const path = `${folder}/${pathSegment('name of StorageVersionMigration', own)}`
  const asked = await ask(requester, { folder, version, name: own }, definition)
  if (!asked) return 'absent'
  try {
    return await waitForEnd(requester, path)
  } finally {
    await requester.json({ method: 'DELETE', path }).catch(ignoreGone)
  }
}

async function findVersion(requester: Requester): Promise<string | undefined> {
  try {
    const answer = await persist(() => requester.json({ method: 'GET', path: group }))
    const { versions } = answer as { readonly versions: readonly { readonly version: string }[] }
    const served = versions.map(({ version }) => version)
    return knownVersions.find((version) => served.includes(version))
  } catch (error) {
    if (isNotFound(error) || isForbidden(error)) return undefined
    throw error
  }
}

interface Place {
  readonly folder: string
  readonly version: string
  readonly name: string
}

async function ask(
  requester: Requester,
  { folder, version, name }: Place,
  { spec }: StoredDefinition,
): Promise<boolean> {
  const object = {
    apiVersion: `storagemigration.k8s.io/${version}`,
    kind: 'StorageVersionMigration',
    metadata: { name, labels: { 'app.kubernetes.io/managed-by': 'kops' } },
    spec: { resource: { group: spec.group, resource: spec.names.plural } },
  }
  const headers = { 'content-type': 'application/json' }
  try {
    const body = JSON.stringify(object)
    await persist(() => requester.json({ method: 'POST', path: folder, headers, body }))
    return true
  } catch (error) {
    if (isForbidden(error) || isNotFound(error)) return false
    if (isAlreadyExists(error)) return true
    throw error
  }
}

async function waitForEnd(requester: Requester, path: string): Promise<ServerOutcome> {
  for (let waitedMs = 0; waitedMs < longestMs; waitedMs += pollMs) {
    const answer = await persist(() => requester.json({ method: 'GET', path }))
    const { status: { conditions = [] } = {} } = answer as StorageVersionMigration
    const holds = (type: string): boolean =>
      conditions.some((each) => each.type === type && each.status === 'True')
    if (holds('Succeeded')) return 'succeeded'
    if (holds('Failed')) return 'failed'
    if (conditions.length === 0 && waitedMs >= noticeMs) return 'absent'
    await sleep(systemClock, pollMs)
  }
  return 'failed'
}

function ignoreGone(error: unknown): void {
  if (!isNotFound(error)) throw error
}
