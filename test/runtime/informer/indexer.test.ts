import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Indexer, UnknownIndexError } from '../../../src/runtime/informer/indexer.ts'
import { ObjectMap } from '../../../src/runtime/informer/object-map.ts'
import { gadget, type Gadget } from './gadgets.ts'

const byColor = ({ spec }: Gadget): string[] => spec?.color.split(',') ?? []

function namesOf(objects: Iterable<Gadget>): string[] {
  return [...objects].map(({ metadata = {} }) => `${metadata.namespace}/${metadata.name}`).sort()
}

/** What one may do with a store, and what it holds then. */
const action = fc.record({
  what: fc.constantFrom('set', 'set', 'delete', 'replace', 'replace-namespace'),
  namespace: fc.constantFrom('one', 'two'),
  name: fc.constantFrom('a', 'b', 'c'),
  color: fc.constantFrom('red', 'blue', 'red,blue'),
})

describe('Indexer', () => {
  test('answers every look-up as a scan of what it holds would', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
        const indexer = new Indexer<Gadget>()
        indexer.addIndex('color', byColor)
        const model = new Map<string, Gadget>()
        for (const [version, { what, namespace, name, color }] of actions.entries()) {
          const metadata = { namespace, uid: 'same' }
          const object = gadget(name, version + 1, { metadata, spec: { color } })
          const key = `${namespace}/${name}`
          if (what === 'set') {
            indexer.set(object)
            model.set(key, object)
          } else if (what === 'delete') {
            const stored = indexer.get({ namespace, name })
            if (stored !== undefined) indexer.delete(stored)
            model.delete(key)
          } else {
            const objects = new ObjectMap<Gadget>()
            objects.set(object)
            const isScoped = what === 'replace-namespace'
            for (const known of model.keys()) {
              if (!isScoped || known.startsWith(`${namespace}/`)) model.delete(known)
            }
            model.set(key, object)
            indexer.replace(objects, {
              namespace: isScoped ? namespace : undefined,
              isKept: () => false,
              onMalformed: () => undefined,
            })
          }
        }
        expect(namesOf(indexer.values())).toEqual([...model.keys()].sort())
        expect(indexer.size).toBe(model.size)
        for (const namespace of ['one', 'two', 'three']) {
          const expected = [...model.keys()].filter((each) => each.startsWith(`${namespace}/`))
          expect(namesOf(indexer.values(namespace))).toEqual(expected.sort())
        }
        for (const color of ['red', 'blue', 'green']) {
          const expected = [...model.values()].filter((each) => byColor(each).includes(color))
          expect(namesOf(indexer.byIndex('color', color))).toEqual(namesOf(expected))
        }
      }),
    )
  })

  test('indexes what is stored already', () => {
    const indexer = new Indexer<Gadget>()
    indexer.set(gadget('a', 1, { spec: { color: 'red' } }))
    indexer.addIndex('color', byColor)
    indexer.addIndex('color', byColor)
    expect(indexer.byIndex('color', 'red')).toHaveLength(1)
    expect(() => indexer.addIndex('color', () => [])).toThrow(TypeError)
    expect(() => indexer.byIndex('size', '1')).toThrow(UnknownIndexError)
  })

  test('changes nothing where an index function throws', () => {
    const indexer = new Indexer<Gadget>()
    indexer.addIndex('color', byColor)
    indexer.addIndex('strict', ({ spec }) => {
      if (spec?.color === 'blue') throw new Error('not blue')
      return ['fine']
    })
    indexer.set(gadget('a', 1, { spec: { color: 'red' } }))
    expect(() => indexer.set(gadget('a', 2, { spec: { color: 'blue' } }))).toThrow('not blue')
    expect(indexer.byIndex('color', 'red')).toHaveLength(1)
    expect(indexer.byIndex('color', 'blue')).toEqual([])
  })
})
