import { expect, test } from 'vitest'
import { CachedClient } from '../../../src/runtime/cache/cached-client.ts'
import type { Client, ObjectKey, TypedObject } from '../../../src/runtime/client/client.ts'
import {
  appliedByLabel,
  applyChildren,
  ownerLabel,
  type AppliedChildren,
  type ApplyChildrenOptions,
  type ChildOperation,
} from '../../../src/runtime/controller/children/apply-children.ts'
import {
  ConfigMap,
  configMap,
  Deployment,
  newWorld,
  Secret,
  soon,
  template,
  type World,
} from './controller-world.ts'

type Kinds = typeof ConfigMap | typeof Secret | typeof Deployment
const kinds: readonly Kinds[] = [ConfigMap, Secret, Deployment]

function options(
  client: Client,
  more: Partial<ApplyChildrenOptions<Kinds>> = {},
): ApplyChildrenOptions<Kinds> {
  return { client, kinds, fieldManager: 'app-controller', ...more }
}

function deployment(replicas: number, cpu = '1000m'): Deployment {
  const spec = structuredClone(template)
  const metadata = { name: 'web' }
  const limits = { limits: { cpu, memory: '1024Mi' } }
  const containers = [
    { name: 'web', image: 'web:1', ports: [{ containerPort: 80 }], resources: limits },
  ]
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: {
      ...spec,
      replicas,
      template: { metadata: { labels: { app: 'web' } }, spec: { containers } },
    },
  }
}

function settings(data: Record<string, string>, name = 'settings'): ConfigMap {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data }
}

const secret: Secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'key', labels: { a: 'b' } },
  data: { key: 'c2VjcmV0' },
}

function operations({ children }: AppliedChildren): readonly (readonly [string, ChildOperation])[] {
  return children.map(({ key, operation }) => [key.name, operation])
}

/** A world with a cache that runs, and an owner in it. */
async function newFamily(
  context: Parameters<typeof newWorld>[0],
): Promise<World & { readonly owner: TypedObject }> {
  const world = await newWorld(context)
  world.start()
  const owner = await world.live.create(ConfigMap, configMap(world, 'owner'))
  return Object.assign(world, { owner })
}

function ownerKey({ metadata: { name = '', namespace } = {} }: TypedObject): ObjectKey {
  return { name, namespace }
}

test('children are created once, and fifty calls more write nothing', async (context) => {
  const { client, live, owner, writes, namespace } = await newFamily(context)
  const wanted = [settings({ a: '1' }), secret, deployment(2)]
  const first = await applyChildren(owner, wanted, options(client))
  expect(operations(first)).toEqual([
    ['settings', 'created'],
    ['key', 'created'],
    ['web', 'created'],
  ])
  const { uid } = owner.metadata ?? {}
  expect((await live.get(Deployment, { namespace, name: 'web' }))?.metadata).toMatchObject({
    labels: { [ownerLabel]: uid, [appliedByLabel]: 'app-controller' },
    ownerReferences: [{ uid, controller: true, blockOwnerDeletion: true, name: 'owner' }],
  })
  const before = writes.length
  for (let call = 0; call < 50; call++) {
    // What is wanted is made anew each time, as in a reconcile.
    const again = await applyChildren(
      owner,
      [settings({ a: '1' }), structuredClone(secret), deployment(2)],
      options(client),
    )
    expect(operations(again).map(([, operation]) => operation)).toEqual([
      'unchanged',
      'unchanged',
      'unchanged',
    ])
  }
  expect(writes).toHaveLength(before)
})

test('a change of what is wanted is applied, to that child alone; a field that is no longer wanted goes', async (context) => {
  const { client, live, owner, namespace } = await newFamily(context)
  await applyChildren(owner, [settings({ a: '1', b: '2' }), secret], options(client))
  const changed = await applyChildren(owner, [settings({ a: '3' }), secret], options(client))
  expect(operations(changed)).toEqual([
    ['settings', 'applied'],
    ['key', 'unchanged'],
  ])
  expect((await live.get(ConfigMap, { namespace, name: 'settings' }))?.data).toEqual({ a: '3' })
})

test('a drift is mended, and what others set beside it is left alone', async (context) => {
  const { client, live, owner, namespace, writes } = await newFamily(context)
  const key = { namespace, name: 'settings' }
  const apply = (): Promise<AppliedChildren> =>
    applyChildren(owner, [settings({ a: '1' })], options(client))
  await apply()
  await live.patch(ConfigMap, key, { type: 'merge', value: { data: { other: 'x' } } })
  await expect.poll(async () => (await client.get(ConfigMap, key))?.data?.['other'], soon).toBe('x')
  const before = writes.length
  expect(operations(await apply())).toEqual([['settings', 'unchanged']])
  expect(writes).toHaveLength(before)
  await live.patch(ConfigMap, key, { type: 'merge', value: { data: { a: 'wrong' } } })
  await expect.poll(async () => (await client.get(ConfigMap, key))?.data?.['a'], soon).toBe('wrong')
  expect(operations(await apply())).toEqual([['settings', 'applied']])
  expect((await live.get(ConfigMap, key))?.data).toEqual({ a: '1', other: 'x' })
})

test('what is no longer wanted is deleted, if it is owned; what others own or applied stays', async (context) => {
  const { client, live, owner, namespace, writes } = await newFamily(context)
  await live.create(ConfigMap, {
    ...settings({}, 'foreign'),
    metadata: {
      namespace,
      name: 'foreign',
      labels: { [ownerLabel]: owner.metadata?.uid ?? '', [appliedByLabel]: 'app-controller' },
    },
  })
  await applyChildren(
    owner,
    [settings({ b: '1' }, 'others')],
    options(client, { fieldManager: 'other-controller' }),
  )
  await applyChildren(
    owner,
    [settings({ a: '1' }), settings({ a: '2' }, 'more'), secret],
    options(client),
  )
  const kept = await applyChildren(owner, [settings({ a: '1' })], options(client, { prune: false }))
  expect(operations(kept)).toEqual([['settings', 'unchanged']])
  const pruned = await applyChildren(owner, [settings({ a: '1' })], options(client))
  expect(operations(pruned)).toEqual([
    ['settings', 'unchanged'],
    ['more', 'pruned'],
    ['key', 'pruned'],
  ])
  expect(pruned.isReady).toBe(true)
  const names = (await live.list(ConfigMap, { namespace })).items.map(
    ({ metadata }) => metadata.name,
  )
  expect(new Set(names)).toEqual(new Set(['foreign', 'others', 'owner', 'settings']))
  expect((await live.list(Secret, { namespace })).items).toEqual([])
  const before = writes.length
  expect(operations(await applyChildren(owner, [settings({ a: '1' })], options(client)))).toEqual([
    ['settings', 'unchanged'],
  ])
  expect(writes).toHaveLength(before)
})

test('after a restart nothing is written that is so already; a quantity spelled in another way costs one write without effect', async (context) => {
  const { client, live, owner, namespace, cache, writes } = await newFamily(context)
  const wanted = [settings({ a: '1' }), secret, deployment(2, '2'), settings({ b: '1' }, 'more')]
  await applyChildren(owner, wanted, options(client))
  const key = { namespace, name: 'web' }
  const stored = await live.get(Deployment, key)
  await expect
    .poll(async () => (await client.get(Deployment, key))?.metadata.resourceVersion, soon)
    .toBe(stored?.metadata.resourceVersion)
  // Another client stands for another process: it remembers nothing.
  const restarted = new CachedClient({ live, cache })
  const before = writes.length
  const again = await applyChildren(owner, wanted.slice(0, 3), options(restarted))
  expect(operations(again)).toEqual([
    ['settings', 'unchanged'],
    ['key', 'unchanged'],
    ['web', 'applied'],
    ['more', 'pruned'],
  ])
  expect(writes.length - before).toBe(2)
  expect((await live.get(Deployment, key))?.metadata.resourceVersion).toBe(
    stored?.metadata.resourceVersion,
  )
  const third = await applyChildren(owner, wanted.slice(0, 3), options(restarted))
  expect(operations(third).every(([, operation]) => operation === 'unchanged')).toBe(true)
})

test('one that fails does not stop the others, and nothing is pruned then', async (context) => {
  const { client, live, owner, namespace } = await newFamily(context)
  await applyChildren(owner, [settings({ a: '1' }, 'old')], options(client))
  const other = await live.create(ConfigMap, configMap({ namespace } as World, 'other-owner'))
  await applyChildren(other, [settings({ a: '1' }, 'taken')], options(client))
  const wrong = { ...secret, data: { key: 'no base64!' } }
  const both = applyChildren(
    owner,
    [settings({ a: '1' }, 'taken'), wrong, settings({ a: '1' })],
    options(client),
  )
  await expect(both).rejects.toMatchObject({
    name: 'ApplyChildrenError',
    errors: [{ name: 'AlreadyOwnedError' }, { name: 'StatusError' }],
  })
  const one = applyChildren(
    owner,
    [settings({ a: '1' }, 'taken'), settings({ a: '1' })],
    options(client),
  )
  await expect(one).rejects.toMatchObject({
    name: 'AlreadyOwnedError',
    owner: { name: 'other-owner' },
  })
  expect(await live.get(ConfigMap, { namespace, name: 'old' })).toBeDefined()
  expect(await live.get(ConfigMap, { namespace, name: 'settings' })).toBeDefined()
  const later = await applyChildren(owner, [settings({ a: '1' })], options(client))
  expect(operations(later)).toEqual([
    ['settings', 'unchanged'],
    ['old', 'pruned'],
  ])
})

test('an owner that is being deleted gets no children, and the request is not even sent', async (context) => {
  const { client, live, owner, namespace, writes } = await newFamily(context)
  await applyChildren(owner, [settings({ a: '1' }, 'kept'), secret], options(client))
  await live.delete(ConfigMap, ownerKey(owner), { propagationPolicy: 'Foreground' })
  const deleting = await live.get(ConfigMap, ownerKey(owner))
  expect(deleting?.metadata).toMatchObject({ finalizers: ['foregroundDeletion'] })
  await live.delete(Secret, { namespace, name: 'key' })
  const before = writes.length
  const refused = applyChildren(deleting ?? owner, [settings({ a: '2' }, 'kept'), secret], options(client)) // prettier-ignore
  await expect(refused).rejects.toMatchObject({
    name: 'ApplyChildrenError',
    reason: 'OwnerDeleting',
    errors: [],
  })
  expect(writes).toHaveLength(before)
  expect(await live.get(Secret, { namespace, name: 'key' })).toBeUndefined()
})

test('whileDeleting: update changes children that exist and creates none, even where the cache shows them still', async (context) => {
  const { client, live, cache, owner, namespace } = await newFamily(context)
  await applyChildren(owner, [settings({ a: '1' }, 'kept'), secret], options(client))
  await live.delete(ConfigMap, ownerKey(owner), { propagationPolicy: 'Foreground' })
  const deleting = (await live.get(ConfigMap, ownerKey(owner))) ?? owner
  const stale = await client.get(Secret, { namespace, name: 'key' })
  await live.delete(Secret, { namespace, name: 'key' })
  // A cache that has not heard of the deletion: its child is there, with another wish.
  const behind = new CachedClient({ live, cache })
  behind.get = async (resource, key, more) =>
    key.name === 'key' ? (stale as never) : client.get(resource, key, more)
  const changed = { ...secret, data: { key: 'b3RoZXI=' } }
  const result = await applyChildren(
    deleting,
    [settings({ a: '2' }, 'kept'), changed],
    options(behind, { whileDeleting: 'update' }),
  )
  expect(operations(result)).toEqual([['kept', 'applied']])
  expect(result.isReady).toBe(false)
  expect((await live.get(ConfigMap, { namespace, name: 'kept' }))?.data).toEqual({ a: '2' })
  expect(await live.get(Secret, { namespace, name: 'key' })).toBeUndefined()
})

test('readiness is that of each child, and of all of them', async (context) => {
  const { client, live, owner, namespace } = await newFamily(context)
  const wanted = [settings({ a: '1' }), deployment(1)]
  const first = await applyChildren(owner, wanted, options(client))
  expect([first.isReady, first.children.map(({ readiness }) => readiness.state)]).toEqual([
    false,
    ['ready', 'progressing'],
  ])
  const key = { namespace, name: 'web' }
  await live.delete(Deployment, key, { propagationPolicy: 'Foreground' })
  await expect
    .poll(async () => (await client.get(Deployment, key))?.metadata.deletionTimestamp, soon)
    .toBeDefined()
  const going = await applyChildren(owner, [settings({ a: '1' }), deployment(3)], options(client))
  expect(going.children[1]).toMatchObject({
    operation: 'unchanged',
    readiness: { message: 'it is being deleted' },
  })
})

test('children are looked for to be pruned once, and then only when one is not wanted any more', async (context) => {
  const { client, owner } = await newFamily(context)
  let lists = 0
  const counting = new Proxy(client, {
    get(target, name) {
      if (name === 'list') lists++
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  const apply = (...wanted: ConfigMap[]): Promise<AppliedChildren> =>
    applyChildren(owner, wanted, options(counting))
  for (let call = 0; call < 5; call++) await apply(settings({}), settings({}, 'more'))
  expect(lists).toBe(kinds.length)
  expect(operations(await apply(settings({})))).toEqual([
    ['settings', 'unchanged'],
    ['more', 'pruned'],
  ])
  expect(lists).toBe(2 * kinds.length)
})

test('mistakes of the caller are said before anything is sent', async (context) => {
  const { client, owner, writes } = await newFamily(context)
  const before = writes.length
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' } }
  await expect(applyChildren(owner, [service], options(client))).rejects.toThrow('one of `kinds`')
  await expect(
    applyChildren(owner, [{ ...secret, metadata: { generateName: 'a-' } }], options(client)),
  ).rejects.toThrow('metadata.name')
  await expect(
    applyChildren({ metadata: { name: 'a' } }, [secret], options(client)),
  ).rejects.toMatchObject({ name: 'InvalidOwnerError' })
  expect(writes).toHaveLength(before)
})
