import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  everyField,
  keepOriginal,
  readOriginal,
  withoutOriginals,
  type EveryField,
} from '../../../src/runtime/index.ts'

interface Hub {
  apiVersion: string
  kind: string
  metadata: { name?: string; annotations?: Record<string, string> }
  spec: { image: string; color?: string; serial?: number | bigint }
}

interface Spoke {
  apiVersion: string
  kind: string
  metadata: { name?: string; annotations?: Record<string, string> }
  spec: { image: string }
}

const hub: Hub = {
  apiVersion: 'ship.example.org/v1',
  kind: 'Frigate',
  metadata: { name: 'a', annotations: { mine: 'too' } },
  spec: { image: 'nginx', color: 'red', serial: 9007199254740993n },
}

function convertFrom({ metadata, spec: { image }, ...given }: Hub): Spoke {
  const spoke = { ...given, apiVersion: 'ship.example.org/v2', metadata, spec: { image } }
  const original = { ...given, metadata, spec: { ...hub.spec, image } }
  return keepOriginal(spoke, original)
}

describe('everyField()', () => {
  test('gives the fields that are there', () => {
    const fields = everyField<Hub['spec']>({ image: 'nginx', color: undefined, serial: 1 })
    expect(Object.keys(fields)).toEqual(['image', 'serial'])
  })

  test('asks the compiler for every field, and takes undefined only for those that may be absent', () => {
    expectTypeOf<EveryField<Hub['spec']>>().toEqualTypeOf<{
      image: string
      color: string | undefined
      serial: number | bigint | undefined
    }>()
    // @ts-expect-error -- one field is not named
    const unnamed = everyField<Hub['spec']>({ image: 'nginx', color: 'red' })
    // @ts-expect-error -- this one cannot be absent
    const absent = everyField<Hub['spec']>({ image: undefined, color: 'red', serial: undefined })
    expect([unnamed, absent]).toEqual([{ image: 'nginx', color: 'red' }, { color: 'red' }])
  })
})

describe('keepOriginal()', () => {
  test('brings back what the version in between has no field for, 64-bit numbers with every digit', () => {
    const spoke = convertFrom(hub)
    const original = readOriginal<Hub>(spoke, 'ship.example.org/v1')
    expect(original?.spec).toEqual(hub.spec)
    expect(original).not.toHaveProperty('metadata')
    expect(withoutOriginals(spoke.metadata)).toEqual(hub.metadata)
  })

  test('does not grow, however often an object goes there and back', () => {
    let [spoke, lengths] = [convertFrom(hub), new Set<number>()]
    for (let trip = 0; trip < 5; trip++) {
      const back = keepOriginal({ ...hub, metadata: spoke.metadata }, spoke)
      expect(Object.keys(back.metadata.annotations ?? {})).toEqual([
        'mine',
        'ship.example.org/original-v2',
      ])
      spoke = convertFrom(back)
      lengths = lengths.add(JSON.stringify(spoke).length)
    }
    expect(lengths.size).toBe(1)
  })

  test('finds nothing where there is nothing, or nothing that can be read', () => {
    expect(readOriginal<Hub>(hub, 'ship.example.org/v1')).toBeUndefined()
    expect(readOriginal<Hub>({ ...hub, metadata: {} }, 'ship.example.org/v1')).toBeUndefined()
    expect(readOriginal<Hub>(convertFrom(hub), 'ship.example.org/v3')).toBeUndefined()
    for (const text of ['', '{', 'null', '"text"', '[1]']) {
      const annotations = { 'ship.example.org/original-v1': text }
      expect(
        readOriginal<Hub>({ ...hub, metadata: { annotations } }, hub.apiVersion),
      ).toBeUndefined()
    }
  })

  test('leaves annotations alone that are none of its own', () => {
    const annotations = {
      'ship.example.org/original': 'x',
      'original-v1': 'y',
      '/original-v': 'z',
      'ship/original-v1-of-mine': 'v',
      'ship/of-mine/original-v1': 'w',
    }
    expect(withoutOriginals({ annotations })).toEqual({ annotations })
    expect(withoutOriginals({ name: 'a' })).toEqual({ name: 'a' })
    expect(withoutOriginals({ annotations: {} })).toEqual({ annotations: {} })
    expect(withoutOriginals({ annotations: { 'ship/original-v1beta1': '{}' } })).toEqual({})
  })
})
