import { describe, expect, test } from 'vitest'
import { parseJson } from '../../../src/apimachinery/json-text.ts'
import { newConversion } from '../../../src/runtime/webhook/conversion/conversion-builder.ts'
import type { Conversion } from '../../../src/runtime/webhook/conversion/kind-converter.ts'
import { ServedWebhooks } from './served-webhooks.ts'
import { api, convert, fromText, newStore, serveStores, v1, v2, v3, type Store } from './stores.ts'

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

  const known = 'apps.my.domain/v2, apps.my.domain/v1, apps.my.domain/v3'
  const noObject = 'the request holds what is no object'
  const { name: _name, ...nameless } = newStore('a').metadata

  test.for<[string, unknown, string, string]>([
    [
      'a version that nobody knows',
      newStore('a'),
      api('v9'),
      `cannot convert Store default/a from apps.my.domain/v1 to apps.my.domain/v9: there is no conversion for apps.my.domain/v9; there is for ${known}`,
    ],
    [
      'an object of a version that nobody knows',
      newStore('a', 'v9'),
      api('v2'),
      `cannot convert Store default/a from apps.my.domain/v9 to apps.my.domain/v2: there is no conversion for apps.my.domain/v9; there is for ${known}`,
    ],
    [
      'another group',
      newStore('a'),
      'other.domain/v1',
      'cannot convert Store default/a from apps.my.domain/v1 to other.domain/v1: they are not of one group',
    ],
    [
      'a kind that nobody knows, without a namespace',
      { ...newStore('a'), kind: 'Shop', metadata: { name: 'a' } },
      api('v2'),
      'cannot convert Shop a from apps.my.domain/v1 to apps.my.domain/v2: Shop.apps.my.domain is not converted here',
    ],
    [
      'a kind that nobody knows, of the core group',
      { apiVersion: 'v1', kind: 'Shop', metadata: nameless },
      'v2',
      'cannot convert Shop default/ from v1 to v2: Shop is not converted here',
    ],
    [
      'an object of no version',
      { ...newStore('a'), apiVersion: 'a/b/c' },
      api('v2'),
      'cannot convert Store default/a from a/b/c to apps.my.domain/v2: they are not of one group',
    ],
    [
      'a desired version that is none',
      newStore('a'),
      'a/b/c',
      'cannot convert Store default/a from apps.my.domain/v1 to a/b/c: they are not of one group',
    ],
    ['no object', 'text', api('v2'), noObject],
    ['nothing', null, api('v2'), noObject],
    ['an object without kind', { ...newStore('a'), kind: undefined }, api('v2'), noObject],
    ['an object whose kind is none', { ...newStore('a'), kind: 1 }, api('v2'), noObject],
    ['an object whose version is none', { ...newStore('a'), apiVersion: 1 }, api('v2'), noObject],
    ['an object whose metadata is none', { ...newStore('a'), metadata: 'a' }, api('v2'), noObject],
    [
      'an object without metadata',
      { apiVersion: api('v1'), kind: 'Shop' },
      api('v2'),
      'cannot convert Shop  from apps.my.domain/v1 to apps.my.domain/v2: Shop.apps.my.domain is not converted here',
    ],
  ])('fails for %s, and says why', async ([, object, desired, message]) => {
    const served = await serveStores()
    const { response } = await convert(served, [object], desired)
    const result = { status: 'Failure', message }
    expect(response).toEqual({ uid: 'u-1', convertedObjects: [], result })
    expect(served.metrics.render()).toContain(
      'controller_runtime_conversion_webhook_panics_total 0\n',
    )
  })

  test('leaves an object alone that has the version already', async () => {
    const served = await serveStores({
      convertTo: () => {
        throw new Error('it is called')
      },
    })
    const { response } = await convert(served, [newStore('a')], api('v1'))
    expect(response.convertedObjects).toEqual([newStore('a')])
  })

  test('from the hub keeps the metadata, whatever is done to what is given', async () => {
    const served = await serveStores({
      convertFrom: (hub) => {
        const spoke = fromText.convertFrom({ ...hub, metadata: { ...hub.metadata } })
        delete hub.metadata.uid
        return spoke
      },
    })
    const { response } = await convert(served, [newStore('a', 'v2')], api('v1'))
    const { metadata } = newStore('a')
    expect(response.convertedObjects[0]?.metadata).toEqual(metadata)
  })

  test.for<[string, unknown, string]>([
    ['nothing', undefined, 'nothing in place of an object'],
    ['null', null, 'nothing in place of an object'],
    ['a text', 'text', 'a string in place of an object'],
    ['a promise', Promise.resolve({}), 'a promise in place of an object'],
  ])('to or from a spoke that gives %s fails', async ([, given, message]) => {
    const give = (): Store => given as Store
    const served = await serveStores({ convertTo: give, convertFrom: give })
    const [to, from] = [
      await convert(served, [newStore('a')], api('v2')),
      await convert(served, [newStore('a', 'v2')], api('v1')),
    ]
    expect(to.response.result.message).toContain(`v2: the conversion gave ${message}`)
    expect(from.response.result.message).toContain(`v1: the conversion gave ${message}`)
  })

  test('lets others have a turn between objects that take long', async () => {
    let turns = 0
    const seen: number[] = []
    const ticking = setInterval(() => turns++, 0)
    const served = await serveStores({
      convertTo: (store) => {
        seen.push(turns)
        for (const end = performance.now() + 6; performance.now() < end;);
        return fromText.convertTo(store)
      },
    })
    const stores = Array.from({ length: 8 }, (_, index) => newStore(`s-${index}`))
    await convert(served, stores, api('v2'))
    clearInterval(ticking)
    expect(seen.at(-1)).toBeGreaterThan(seen[0] ?? Infinity)
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
    ['a uid that is none', '{"request":{"uid":1,"desiredAPIVersion":"a/v1","objects":[]}}'],
    ['a version that is none', '{"apiVersion":1,"request":{"uid":"a","desiredAPIVersion":"a/v1"}}'],
  ])('answers 400 to %s', async ([, body]) => {
    const { status, text } = await (await serveStores()).post('/convert', body)
    expect(status).toBe(400)
    expect(text).toMatch(/^\S.+\n$/)
  })

  test('answers a review that says no more than it must', async () => {
    const { status, text } = await (
      await serveStores()
    ).post('/convert', `{"request":{"desiredAPIVersion":"${api('v2')}"}}`)
    expect([status, parseJson(text)]).toEqual([
      200,
      {
        kind: 'ConversionReview',
        apiVersion: 'apiextensions.k8s.io/v1',
        response: { uid: '', convertedObjects: [], result: { status: 'Success' } },
      },
    ])
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
