import { expect, test } from 'vitest'
import { mutableCopy, type DeepReadonly } from '../../../src/apimachinery/deep-readonly.ts'
import type { ResourceDescriptor } from '../../../src/apimachinery/group-version-kind.ts'
import type { JsonValue } from '../../../src/apimachinery/json.ts'
import type { ObjectList, ObjectMeta } from '../../../src/apimachinery/object-meta.ts'
import type { Int32 } from '../../../src/apimachinery/scalars.ts'
import type { Client } from '../../../src/runtime/client/client.ts'
import { createOrUpdate } from '../../../src/runtime/controller/create-or-update.ts'
import { enqueueMapped, type MapFunction } from '../../../src/runtime/controller/event-handler.ts'
import { addFinalizer, containsFinalizer } from '../../../src/runtime/controller/finalizers.ts'
import {
  objectReconciler,
  type ObjectReconcile,
} from '../../../src/runtime/controller/object-reconciler.ts'
import { controllerOf } from '../../../src/runtime/controller/owner-references.ts'
import { objectPredicate } from '../../../src/runtime/controller/predicate.ts'
import { deepFreeze } from '../../../src/runtime/informer/deep-freeze.ts'
import type { Lister, ResourceEventHandler } from '../../../src/runtime/informer/informer.ts'

/** A kind with what types can hold. */
interface Shop {
  apiVersion: 'x/v1'
  kind: 'Shop'
  metadata: ObjectMeta
  spec: {
    replicas: Int32
    hosts: string[]
    ports: { port: Int32 }[]
    target: 'none' | { names: string[] }
    extra: JsonValue
    anything: unknown
    pair: [string, number]
  }
}

const shops: ResourceDescriptor<Shop> = {
  group: 'x',
  version: 'v1',
  kind: 'Shop',
  plural: 'shops',
  scope: 'Namespaced',
  subresources: [],
}

function newShop(): Shop {
  return {
    apiVersion: 'x/v1',
    kind: 'Shop',
    metadata: {
      name: 'a',
      labels: {},
      finalizers: ['x/y'],
      ownerReferences: [
        { apiVersion: 'x/v1', kind: 'Mall', name: 'm', uid: 'u', controller: true },
      ],
    },
    spec: {
      replicas: 1,
      hosts: ['a'],
      ports: [{ port: 80 }],
      target: { names: ['a'] },
      extra: { a: [1] },
      anything: null,
      pair: ['a', 1],
    },
  }
}

/** A reconcile that changes what it read. Each line fails to compile, and throws where the compiler was not asked. */
const mistakes: Readonly<Record<string, (shop: DeepReadonly<Shop>) => unknown>> = {
  // @ts-expect-error -- a field
  field: ({ spec }) => (spec.replicas = 2),
  // @ts-expect-error -- a map
  label: ({ metadata }) => ((metadata.labels ?? {})['a'] = 'b'),
  // @ts-expect-error -- a list
  list: ({ spec }) => spec.hosts.push('b'),
  // @ts-expect-error -- a list of the metadata
  finalizers: ({ metadata }) => metadata.finalizers?.push('b'),
  // @ts-expect-error -- an item of a list
  item: ({ spec: { ports } }) => ports.map((port) => (port.port = 1)),
  // @ts-expect-error -- a member of a union
  union: ({ spec: { target } }) => target !== 'none' && target.names.push('b'),
  // @ts-expect-error -- a tuple
  tuple: ({ spec }) => (spec.pair[0] = 'b'),
  // @ts-expect-error -- what is found in an object
  found: (shop) => ((controllerOf(shop) ?? { name: '' }).name = 'b'),
  // @ts-expect-error -- a function that changes its argument
  argument: (shop) => addFinalizer(shop, 'x/z'),
}

test.for(Object.keys(mistakes))('what was read cannot be changed (%s)', (name) => {
  expect(() => mistakes[name]?.(deepFreeze(newShop()))).toThrow(TypeError)
})

test('a copy of what was read can be changed', () => {
  const shop: DeepReadonly<Shop> = deepFreeze(newShop())
  const copy = mutableCopy(shop)
  copy.spec.replicas = 2
  copy.spec.ports.push({ port: 81 })
  copy.metadata.labels = { a: 'b' }
  expect(addFinalizer(copy, 'x/z')).toBe(true)
  expect(shop).toEqual(newShop())
  expect(copy.spec).toMatchObject({ replicas: 2, ports: [{ port: 80 }, { port: 81 }] })
  expect(containsFinalizer(shop, 'x/z')).toBe(false)
})

test('values keep their types where they are read', () => {
  const { spec }: DeepReadonly<Shop> = deepFreeze(newShop())
  const replicas: Int32 = spec.replicas
  const extra: JsonValue = spec.extra
  const anything: unknown = spec.anything
  const [text, number]: readonly [string, number] = spec.pair
  expect([replicas, extra, anything, text, number]).toEqual([1, { a: [1] }, null, 'a', 1])
})

/** Reads of every way in, and writes of what was read. It is compiled, not called. */
export async function readAndWrite(client: Client, lister: Lister<Shop>): Promise<void> {
  const key = { namespace: 'x', name: 'a' }
  const shop: DeepReadonly<Shop> | undefined = await client.get(shops, key)
  const list: DeepReadonly<ObjectList<Shop>> = await client.list(shops)
  if (shop === undefined) return
  // @ts-expect-error -- the list is shared, too
  list.items.push(newShop())
  // @ts-expect-error -- its items are
  for (const { spec } of list.items) spec.replicas = 2
  // @ts-expect-error -- and the objects of a lister
  for (const { spec } of lister.list()) spec.replicas = 2
  // @ts-expect-error -- an untyped object as well
  for (const { metadata } of (await client.list({ group: 'x', version: 'v1', kind: 'Shop' })).items) metadata.name = 'b' // prettier-ignore
  const written: Shop = await client.update(shops, { ...shop, spec: { ...shop.spec, replicas: 2 } })
  written.spec.replicas = 3
  await client.update(shops, shop)
  await client.status.update(shops, shop)
  const { apiVersion, kind, spec } = shop
  await client.apply(shops, {
    apiVersion,
    kind,
    metadata: { name: 'a' },
    spec: { ports: spec.ports },
  })
  // `mutate` is given a copy.
  await createOrUpdate(client, shops, {
    key,
    mutate: (copy) => {
      copy.spec.replicas = 2
    },
  })
}

/** Functions that are given what was read. */
export const given: {
  readonly reconcile: ObjectReconcile<Shop>
  readonly map: MapFunction<Shop>
  readonly handler: ResourceEventHandler<Shop>
} = {
  reconcile: async (shop) => {
    // @ts-expect-error -- a reconcile that changes what it read
    shop.spec.replicas = 2
  },
  map: (shop) => {
    // @ts-expect-error -- a map function
    shop.spec.hosts.push('b')
    return []
  },
  handler: {
    // @ts-expect-error -- a handler of events
    onAdd: (shop) => shop.spec.hosts.push('b'),
  },
}

test('a reconciler gives the object that the client reads', async () => {
  const shop = deepFreeze(newShop())
  const seen: unknown[] = []
  const reader = { get: async () => shop as never, list: async () => ({}) as never }
  const reconciler = objectReconciler<Shop>(reader, shops, async (object) => {
    seen.push(object)
  })
  await reconciler.reconcile({ namespace: 'x', name: 'a' }, {} as never)
  expect(seen).toEqual([shop])
  expect([
    objectPredicate<Shop>(({ spec }) => spec.replicas === 1).admits({
      type: 'generic',
      object: shop,
    }),
    typeof enqueueMapped<Shop>(() => []).handle,
  ]).toEqual([true, 'function'])
})
