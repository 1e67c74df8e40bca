import { describe, expect, test } from 'vitest'
import { mutableCopy } from '../../../src/apimachinery/deep-readonly.ts'
import { newController } from '../../../src/runtime/controller/controller-builder.ts'
import { createOrPatch, createOrUpdate } from '../../../src/runtime/controller/create-or-update.ts'
import { withFinalizer } from '../../../src/runtime/controller/finalizers.ts'
import { objectReconciler } from '../../../src/runtime/controller/object-reconciler.ts'
import { setControllerReference } from '../../../src/runtime/controller/owner-references.ts'
import { labelSelector } from '../../../src/runtime/controller/predicate.ts'
import {
  ConfigMap,
  configMap,
  Deployment,
  newWorld,
  Secret,
  soon,
  template,
} from './controller-world.ts'

const isOwner = labelSelector('role=owner')
const owner = { labels: { role: 'owner' } }

describe('a controller', () => {
  test('brings back what it owns when somebody deletes it, and hears of nothing else', async (context) => {
    const world = await newWorld(context)
    const { client, live, namespace } = world
    const seen: string[] = []
    newController(world)
      .for(ConfigMap, { predicates: [isOwner] })
      .owns(Secret)
      .complete(
        objectReconciler(client, ConfigMap, async (object) => {
          seen.push(object.metadata.name ?? '')
          const child = {
            apiVersion: 'v1',
            kind: 'Secret',
            metadata: { namespace, name: `${object.metadata.name}-key` },
          }
          setControllerReference(object, child)
          if ((await client.get(Secret, child.metadata)) === undefined)
            await client.create(Secret, child)
        }),
      )
    world.start()
    await live.create(ConfigMap, configMap(world, 'app', owner))
    await live.create(ConfigMap, configMap(world, 'other'))
    await expect.poll(() => live.get(Secret, { namespace, name: 'app-key' }), soon).toBeDefined()
    const first = await live.get(Secret, { namespace, name: 'app-key' })
    await live.delete(Secret, { namespace, name: 'app-key' })
    await expect
      .poll(
        async () => (await live.get(Secret, { namespace, name: 'app-key' }))?.metadata.uid,
        soon,
      )
      .not.toBe(first?.metadata.uid)
    await expect.poll(() => live.get(Secret, { namespace, name: 'app-key' }), soon).toBeDefined()
    expect(new Set(seen)).toEqual(new Set(['app']))
  })

  test('sees its own writes at once: a thousand children, each made once', async (context) => {
    const world = await newWorld(context)
    const { client, live, namespace } = world
    const owners = 20
    const childrenEach = 50
    let created = 0
    newController(world)
      .for(ConfigMap, { predicates: [isOwner] })
      .owns(Secret)
      .withOptions({ maxConcurrentReconciles: 4 })
      .complete(
        objectReconciler(client, ConfigMap, async (object) => {
          const name = object.metadata.name ?? ''
          const { items } = await client.list(Secret, { namespace, labelSelector: { owner: name } })
          if (items.length >= childrenEach) return undefined
          const metadata = { namespace, generateName: `${name}-`, labels: { owner: name } }
          const child = { apiVersion: 'v1', kind: 'Secret', metadata }
          setControllerReference(object, child)
          await client.create(Secret, child)
          created++
          return { requeueAfterMs: 0.001 }
        }),
      )
    world.start()
    for (let index = 0; index < owners; index++) {
      await live.create(ConfigMap, configMap(world, `app-${index}`, owner))
    }
    await expect.poll(() => created, { timeout: 120_000 }).toBe(owners * childrenEach)
    await world.stop()
    const { items } = await live.list(Secret, { namespace })
    expect(items).toHaveLength(owners * childrenEach)
  })

  test("meets a conflict, tries again with what is newest, and loses nobody's change", async (context) => {
    const world = await newWorld(context)
    const { client, live, namespace } = world
    const key = { namespace, name: 'app' }
    let conflicts = 1
    newController(world)
      .for(ConfigMap)
      .complete(
        objectReconciler(client, ConfigMap, async (object) => {
          if (object.data?.['mine'] !== undefined) return
          if (conflicts-- > 0) {
            const patch = { type: 'merge', value: { data: { theirs: 'yes' } } } as const
            await live.patch(ConfigMap, key, patch)
          }
          const copy = mutableCopy(object)
          copy.data = { ...copy.data, mine: 'yes' }
          await client.update(ConfigMap, copy)
        }),
      )
    world.start()
    await live.create(ConfigMap, configMap(world, 'app'))
    await expect
      .poll(async () => (await live.get(ConfigMap, key))?.data, soon)
      .toEqual({ mine: 'yes', theirs: 'yes' })
    expect(world.logger.find('reconcile met a conflict')).toHaveLength(1)
    expect(world.logger.lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  test("adds its finalizer first, cleans up before an object goes, and leaves others' finalizers alone", async (context) => {
    const world = await newWorld(context)
    const { client, live, namespace } = world
    const key = { namespace, name: 'app' }
    const finalizer = 'test.kops.dev/mine'
    const others = 'test.kops.dev/theirs'
    const outside = new Set<string>()
    let cleanUps = 0
    newController(world)
      .for(ConfigMap)
      .complete(
        objectReconciler(client, ConfigMap, (object) =>
          withFinalizer(
            { client, resource: ConfigMap, object },
            {
              finalizer,
              reconcile: async (held) => {
                expect(held.metadata.finalizers).toContain(finalizer)
                outside.add(held.metadata.uid ?? '')
                await Promise.resolve()
              },
              finalize: async (going) => {
                cleanUps++
                if (cleanUps === 1) return { requeueAfterMs: 1 }
                if (cleanUps === 2) {
                  // Others change the finalizers between read and write.
                  await live.patch(ConfigMap, key, {
                    type: 'merge',
                    value: { metadata: { finalizers: [others, finalizer] } },
                  })
                }
                outside.delete(going.metadata.uid ?? '')
                return undefined
              },
            },
          ),
        ),
      )
    world.start()
    await live.create(ConfigMap, configMap(world, 'app', { finalizers: [others] }))
    await expect.poll(() => outside.size, soon).toBe(1)
    await live.delete(ConfigMap, key)
    await expect
      .poll(async () => (await live.get(ConfigMap, key))?.metadata.finalizers, soon)
      .toEqual([others])
    expect([outside.size, cleanUps]).toEqual([0, 2])
    await live.patch(ConfigMap, key, { type: 'merge', value: { metadata: { finalizers: null } } })
    await expect.poll(() => live.get(ConfigMap, key), soon).toBeUndefined()
    await live.create(ConfigMap, configMap(world, 'app'))
    await expect.poll(() => outside.size, soon).toBe(1)
    expect(world.logger.lines.filter(({ level }) => level === 'error')).toEqual([])
  })
})

describe('helpers', () => {
  test('withFinalizer tests what it changes: a stale object is read anew, another object is left alone', async (context) => {
    const { live, namespace, ...world } = await newWorld(context)
    const finalizer = 'test.kops.dev/mine'
    const flow = {
      finalizer,
      reconcile: () => Promise.resolve({ requeueAfterMs: 1 }),
      finalize: () => Promise.resolve(),
    }
    const stale = await live.create(ConfigMap, configMap({ live, namespace, ...world }, 'app'))
    const key = { namespace, name: 'app' }
    await live.patch(ConfigMap, key, {
      type: 'merge',
      value: { metadata: { finalizers: ['test.kops.dev/theirs'] } },
    })
    const held = { client: live, resource: ConfigMap, object: stale }
    expect(await withFinalizer(held, flow)).toEqual({ requeueAfterMs: 1 })
    expect((await live.get(ConfigMap, key))?.metadata.finalizers).toEqual([
      'test.kops.dev/theirs',
      finalizer,
    ])
    // Read before its finalizer was added, an object gets it once.
    const theirs = {
      ...stale,
      metadata: { ...stale.metadata, finalizers: ['test.kops.dev/theirs'] },
    }
    expect(await withFinalizer({ ...held, object: theirs }, flow)).toEqual({ requeueAfterMs: 1 })
    // An object of the same name that was deleted earlier takes nothing from this one.
    const finalizers = ['test.kops.dev/theirs', finalizer]
    const deletionTimestamp = '2026-01-01T00:00:00Z'
    const metadata = { ...stale.metadata, uid: 'another', finalizers, deletionTimestamp }
    const another = { ...stale, metadata }
    expect(await withFinalizer({ ...held, object: another }, flow)).toBeUndefined()
    expect((await live.get(ConfigMap, key))?.metadata.finalizers).toEqual(finalizers)
    const gone = { ...stale, metadata: { ...stale.metadata, name: 'gone' } }
    expect(await withFinalizer({ ...held, object: gone }, flow)).toBeUndefined()
  })

  test('createOrUpdate creates, updates, and writes nothing where nothing changes', async (context) => {
    const { live, namespace, writes } = await newWorld(context)
    const key = { namespace, name: 'app' }
    const put = (value: string): Promise<unknown> =>
      createOrUpdate(live, ConfigMap, {
        key,
        mutate: (object) => {
          object.data = { value }
          object.metadata.labels = {}
        },
      })
    expect(await put('1')).toMatchObject({ result: 'created', object: { data: { value: '1' } } })
    expect(await put('2')).toMatchObject({ result: 'updated', object: { data: { value: '2' } } })
    const before = writes.length
    expect(await put('2')).toMatchObject({ result: 'unchanged', object: { data: { value: '2' } } })
    expect(writes).toHaveLength(before)
    await expect(
      createOrUpdate(live, ConfigMap, {
        key,
        mutate: (object) => void (object.metadata.name = 'b'),
      }),
    ).rejects.toThrow('name or namespace')
  })

  test('createOrPatch sends what changed alone, and the status apart', async (context) => {
    const { live, namespace, writes } = await newWorld(context)
    const key = { namespace, name: 'web' }
    const put = async (replicas: number, ready: number): Promise<string> => {
      const { result } = await createOrPatch<Deployment>(live, Deployment, {
        key,
        mutate: (object) => {
          object.spec = { ...template, ...object.spec, replicas }
          object.status = { ...object.status, replicas: ready, readyReplicas: ready }
        },
      })
      return result
    }
    expect(await put(2, 1)).toBe('created')
    expect(await put(3, 1)).toBe('updated')
    expect(await put(3, 2)).toBe('updatedStatusOnly')
    expect(await put(4, 3)).toBe('updatedStatus')
    const before = writes.length
    expect(await put(4, 3)).toBe('unchanged')
    expect(writes).toHaveLength(before)
    expect(await live.get(Deployment, key)).toMatchObject({
      spec: { replicas: 4 },
      status: { readyReplicas: 3 },
    })
  })
})
