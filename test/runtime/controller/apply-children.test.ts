import { expect, test } from 'vitest'
import type { KubernetesObject } from '../../../src/apimachinery/kubernetes-object.ts'
import type { ResourceDescriptor } from '../../../src/apimachinery/group-version-kind.ts'
import { StatusError } from '../../../src/apimachinery/status.ts'
import type { Client, TypedObject } from '../../../src/runtime/client/client.ts'
import { applyChildren } from '../../../src/runtime/controller/children/apply-children.ts'

interface Settings extends KubernetesObject {
  data?: Record<string, string>
}

const Settings: ResourceDescriptor<Settings> = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
  subresources: [],
}

function settings(name: string, more: object = {}): Settings {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { namespace: 'default', name, ...more },
    data: { wanted: 'yes' },
  }
}

const owner = settings('owner', { uid: 'o', deletionTimestamp: '2026-01-01T00:00:00Z' })

/** A client that tells of its requests, and of the uid of what is applied. */
function recordingClient(live: readonly TypedObject[]): { client: Client; requests: string[] } {
  const requests: string[] = []
  const find = (name: string): TypedObject | undefined =>
    live.find(({ metadata }) => metadata?.name === name)
  const client = {
    async get(_resource: unknown, { name }: { name: string }) {
      requests.push(`get ${name}`)
      return find(name)
    },
    async list() {
      requests.push('list')
      return { metadata: {}, items: [] }
    },
    async apply(_resource: unknown, object: TypedObject) {
      const { name = '', uid = 'none' } = object.metadata ?? {}
      requests.push(`apply ${name} of uid ${uid}`)
      if (find(name)?.metadata?.deletionGracePeriodSeconds === undefined) return object
      throw new StatusError({ apiVersion: 'v1', kind: 'Status', code: 409, reason: 'Conflict' })
    },
  }
  return { client: client as unknown as Client, requests }
}

const base = { kinds: [Settings], fieldManager: 'test' }

test('applyChildren() sends no request for an owner that is being deleted', async () => {
  const { client, requests } = recordingClient([])
  for (const wanted of [[settings('a')], []]) {
    await expect(applyChildren(owner, wanted, { ...base, client })).rejects.toMatchObject({
      name: 'ApplyChildrenError',
      reason: 'OwnerDeleting',
      message: expect.stringMatching(/^ConfigMap default\/owner is being deleted/),
    })
  }
  expect(requests).toEqual([])
})

test('applyChildren() with whileDeleting: update applies to the uid it read, and creates nothing', async () => {
  // A grace period stands for a child that is gone when it is applied.
  const gone = settings('gone', { uid: 'g', deletionGracePeriodSeconds: 0 })
  const { client, requests } = recordingClient([settings('there', { uid: 't' }), gone])
  const { children, isReady } = await applyChildren(
    owner,
    [settings('there'), settings('missing'), settings('gone')],
    { ...base, client, whileDeleting: 'update' },
  )
  expect(requests).toEqual([
    'get there',
    'apply there of uid t',
    'get missing',
    'get gone',
    'apply gone of uid g',
    'list',
  ])
  expect(children.map(({ key, operation }) => [key.name, operation])).toEqual([
    ['there', 'applied'],
  ])
  expect(isReady).toBe(false)
})
