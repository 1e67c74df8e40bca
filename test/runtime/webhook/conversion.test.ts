import { describe, expect, test } from 'vitest'
import type { ResourceDescriptor } from '../../../src/apimachinery/group-version-kind.ts'
import { parseJson, renderJson } from '../../../src/apimachinery/json-text.ts'
import type { KubernetesObject } from '../../../src/apimachinery/kubernetes-object.ts'
import type { ObjectMeta } from '../../../src/apimachinery/object-meta.ts'
import { newConversion } from '../../../src/runtime/webhook/conversion/conversion-builder.ts'
import type { Conversion } from '../../../src/runtime/webhook/conversion/kind-converter.ts'
import { ServedWebhooks } from './served-webhooks.ts'

interface Store {
  apiVersion: string
  kind: string
  metadata: ObjectMeta
  /** v1: one text; v2: a list; v3: a map. */
  spec: { hosts?: string; list?: string[]; map?: Record<string, boolean>; big?: number | bigint }
}

const version = (name: string): ResourceDescriptor<Store> => ({
  group: 'apps.my.domain',
  version: name,
  kind: 'Store',
  plural: 'stores',
  scope: 'Namespaced',
  subresources: [],
})
const [v1, v2, v3] = [version('v1'), version('v2'), version('v3')]
const api = (name: string): string => `apps.my.domain/${name}`

const fromText: Conversion<Store, Store> = {
  convertTo: ({ spec: { hosts = '', ...spec }, ...store }) => ({
    ...store,
    spec: { ...spec, list: hosts.split(',') },
  }),
  convertFrom: ({ spec: { list = [], ...spec }, ...store }) => ({
    ...store,
    spec: { ...spec, hosts: list.join(',') },
  }),
}

const fromMap: Conversion<Store, Store> = {
  convertTo: ({ spec: { map = {}, ...spec }, ...store }) => ({
    ...store,
    spec: { ...spec, list: Object.keys(map) },
  }),
  convertFrom: ({ spec: { list = [], ...spec }, ...store }) => ({
    ...store,
    spec: { ...spec, map: Object.fromEntries(list.map((each) => [each, true])) },
  }),
}

async function serveStores(first: Partial<Conversion<Store, Store>> = {}): Promise<ServedWebhooks> {
  const served = new ServedWebhooks()
  newConversion(served)
    .hub(v2)
    .spoke(v1, { ...fromText, ...first })
    .spoke(v3, fromMap)
    .complete()
  return served.start()
}

function newStore(name: string, of = 'v1'): Store {
  const metadata = {
    name,
    namespace: 'default',
    uid: `uid-${name}`,
    resourceVersion: '7',
    labels: { a: 'b' },
  }
  return { apiVersion: api(of), kind: 'Store', metadata, spec: { hosts: 'x,y' } }
}

interface ConversionAnswer {
  readonly apiVersion: string
  readonly kind: string
  readonly response: {
    readonly uid: string
    readonly convertedObjects: readonly KubernetesObject[]
    readonly result: { readonly status: string; readonly message?: string }
  }
}

async function convert(
  served: ServedWebhooks,
  objects: readonly unknown[],
  desiredAPIVersion: string,
): Promise<ConversionAnswer> {
  const body = renderJson({
    kind: 'ConversionReview',
    apiVersion: 'apiextensions.k8s.io/v1',
    request: { uid: 'u-1', desiredAPIVersion, objects },
  })
  const { status, text } = await served.post('/convert?timeout=30s', body)
  expect(status).toBe(200)
  return parseJson(text) as ConversionAnswer
}

describe('a conversion', () => {
  test('goes to the hub, from it, and from spoke to spoke through it', async () => {
    const served = await serveStores()
    const [to2, to3, same] = [
      await convert(served, [newStore('a')], api('v2')),
      await convert(served, [newStore('a')], api('v3')),
      await convert(served, [newStore('a')], api('v1')),
    ]
    expect(to2).toMatchObject({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'ConversionReview',
      response: { uid: 'u-1', result: { status: 'Success' } },
    })
    const { metadata } = newStore('a')
    expect(to2.response.convertedObjects).toEqual([
      { apiVersion: api('v2'), kind: 'Store', metadata, spec: { list: ['x', 'y'] } },
    ])
    expect(to3.response.convertedObjects).toEqual([
      { apiVersion: api('v3'), kind: 'Store', metadata, spec: { map: { x: true, y: true } } },
    ])
    expect(same.response.convertedObjects).toEqual([newStore('a')])
    const back = await convert(served, to3.response.convertedObjects, api('v1'))
    expect(back.response.convertedObjects).toEqual([newStore('a')])
  })

  test('keeps count, order and numbers, of versions that are mixed too', async () => {
    const served = await serveStores()
    const objects = Array.from({ length: 500 }, (_, index) => {
      const store = newStore(`s-${index}`, ['v1', 'v2', 'v3'][index % 3])
      store.spec.big = 9007199254740993n + BigInt(index)
      return store
    })
    const { response } = await convert(served, objects, api('v3'))
    expect(response.convertedObjects.map(({ metadata }) => metadata.name)).toEqual(
      objects.map(({ metadata }) => metadata.name),
    )
    expect(response.convertedObjects.map(({ spec }) => (spec as Store['spec']).big)).toEqual(
      objects.map(({ spec }) => spec.big),
    )
  })

  test('decides of the metadata only labels and annotations', async () => {
    const served = await serveStores({
      convertTo: (store) => {
        // What a careless one does: it changes what it is given, and leaves out the rest.
        delete store.metadata.uid
        delete store.metadata.resourceVersion
        return { ...fromText.convertTo(store), metadata: { annotations: { note: 'n' } } }
      },
    })
    const { response } = await convert(served, [newStore('a')], api('v2'))
    const { labels: _labels, ...kept } = newStore('a').metadata
    expect(response.convertedObjects[0]?.metadata).toEqual({ ...kept, annotations: { note: 'n' } })
  })

  test.for<[string, Partial<Conversion<Store, Store>>, string]>([
    [
      'changes the name',
      { convertTo: (store) => ({ ...store, metadata: { name: 'other' } }) },
      'metadata.name from b to other',
    ],
    [
      'throws',
      {
        convertTo: () => {
          throw new TypeError('no hosts')
        },
      },
      'no hosts',
    ],
    ['gives nothing', { convertTo: () => undefined as unknown as Store }, 'nothing in place'],
    [
      'gives a promise',
      { convertTo: (async (store: Store) => store) as unknown as () => Store },
      'a promise in place',
    ],
    [
      'gives what JSON cannot carry',
      { convertTo: (store) => ({ ...store, spec: { big: Number.NaN } }) },
      'NaN',
    ],
  ])('that %s fails the whole review, and the next is fine', async ([, wrong, message]) => {
    const served = await serveStores(wrong)
    const answer = await convert(served, [newStore('a', 'v2'), newStore('b')], api('v2'))
    expect(answer.response).toMatchObject({
      uid: 'u-1',
      convertedObjects: [],
      result: { status: 'Failure' },
    })
    expect(answer.response.result.message).toContain(message)
    const fine = await convert(served, [newStore('a', 'v3')], api('v2'))
    expect(fine.response.result.status).toBe('Success')
  })

  test('says which object it cannot convert, and counts what was thrown', async () => {
    const served = await serveStores({
      convertTo: () => {
        throw new Error('a bug')
      },
    })
    const { response } = await convert(served, [newStore('b')], api('v2'))
    expect(response.result.message).toBe(
      'cannot convert Store default/b from apps.my.domain/v1 to apps.my.domain/v2: a bug',
    )
    expect(served.metrics.render()).toContain(
      'controller_runtime_conversion_webhook_panics_total 1\n',
    )
  })

  test.for<[string, unknown, string]>([
    ['a version that nobody knows', newStore('a'), api('v9')],
    ['another group', newStore('a'), 'other.domain/v1'],
    ['a kind that nobody knows', { ...newStore('a'), kind: 'Shop' }, api('v2')],
    ['no object', 'text', api('v2')],
    ['an object without kind', { metadata: {} }, api('v2')],
    ['an object of no version', { ...newStore('a'), apiVersion: 'a/b/c' }, api('v2')],
  ])('fails for %s', async ([, object, desired]) => {
    const { response } = await convert(await serveStores(), [object], desired)
    expect(response).toMatchObject({ convertedObjects: [], result: { status: 'Failure' } })
    expect(response.result.message).not.toBe('')
  })

  test('converts the items of a list', async () => {
    const list = {
      apiVersion: api('v1'),
      kind: 'StoreList',
      metadata: { resourceVersion: '9' },
      items: [newStore('a'), newStore('b')],
    }
    const { response } = await convert(await serveStores(), [list], api('v2'))
    expect(response.convertedObjects[0]).toMatchObject({
      apiVersion: api('v2'),
      kind: 'StoreList',
      metadata: { resourceVersion: '9' },
      items: [
        { apiVersion: api('v2'), spec: { list: ['x', 'y'] } },
        { apiVersion: api('v2'), metadata: { name: 'b' } },
      ],
    })
  })

  test.for<[string, unknown]>([
    ['an object with a field `items`', { ...newStore('a'), items: [1, 2] }],
    ['an object whose `items` is no list', { ...newStore('a'), items: { x: 1 } }],
  ])('converts %s as an object', async ([, object]) => {
    const { response } = await convert(await serveStores(), [object], api('v2'))
    expect(response.result.status).toBe('Success')
    const { items } = object as { items: unknown }
    expect(response.convertedObjects).toEqual([
      {
        apiVersion: api('v2'),
        kind: 'Store',
        metadata: newStore('a').metadata,
        spec: { list: ['x', 'y'] },
        items,
      },
    ])
  })

  test.for<[string, unknown]>([
    ['an item of a kind that is not converted', [{ ...newStore('a'), kind: 'Shop' }]],
    ['no list of items', undefined],
  ])('fails for a list with %s', async ([, items]) => {
    const list = { apiVersion: api('v1'), kind: 'StoreList', metadata: {}, items }
    const { response } = await convert(await serveStores(), [list], api('v2'))
    expect(response).toMatchObject({ convertedObjects: [], result: { status: 'Failure' } })
    expect(response.result.message).toContain('is not converted here')
  })

  test.for<[string, string]>([
    ['no JSON', '{"a"'],
    ['no review', '[]'],
    ['no request', '{"kind":"ConversionReview"}'],
    ['a request without a version', '{"request":{"uid":"a","objects":[]}}'],
    ['objects that are no list', '{"request":{"uid":"a","desiredAPIVersion":"a/v1","objects":{}}}'],
  ])('answers 400 to %s', async ([, body]) => {
    expect((await (await serveStores()).post('/convert', body)).status).toBe(400)
  })
})

describe('newConversion()', () => {
  test.for<[string, (served: ServedWebhooks) => void]>([
    ['the hub as a spoke', (served) => newConversion(served).hub(v2).spoke(v2, fromText)],
    [
      'a version twice',
      (served) => newConversion(served).hub(v2).spoke(v1, fromText).spoke(v1, fromText),
    ],
    [
      'another kind',
      (served) =>
        newConversion(served)
          .hub(v2)
          .spoke({ ...v1, kind: 'Shop' }, fromText),
    ],
    ['no spoke', (served) => newConversion(served).hub(v2).complete()],
    [
      'a kind twice',
      (served) => {
        newConversion(served).hub(v2).spoke(v1, fromText).complete()
        newConversion(served).hub(v3).spoke(v1, fromText).complete()
      },
    ],
  ])('refuses %s', ([, build]) => {
    expect(() => build(new ServedWebhooks())).toThrow(/Store|Shop/)
  })
})
