import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TypedObject } from '../../../src/runtime/client/client.ts'
import { TextSharer } from '../../../src/runtime/informer/text-sharer.ts'

/** As a server sends it: names that mean something to JavaScript too. */
const content = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('widget-with-a-name', 'another-long-text', 'short', null, 3, true),
    fc.string({ maxLength: 20 }),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('fields'),
  ),
  fields: fc.dictionary(
    fc.constantFrom('a', 'b', '__proto__', 'constructor', 'toString', 'managedFields', 'name'),
    tie('value'),
  ),
})).fields

const objects = fc.array(
  content.map((spec) => JSON.stringify({ metadata: { name: 'widget-with-a-name' }, spec })),
  { minLength: 1, maxLength: 6 },
)

describe('TextSharer', () => {
  test('changes no object, whatever came before it', () => {
    fc.assert(
      fc.property(objects, fc.boolean(), (texts, isUpdate) => {
        const sharer = new TextSharer()
        let known: TypedObject | undefined
        for (const text of texts) {
          const object = parse(text)
          sharer.share(object, isUpdate ? known : undefined)
          expect(JSON.stringify(object)).toBe(text)
          known = object
        }
        expect(({} as Record<string, unknown>)['a']).toBeUndefined()
      }),
    )
  })

  test('makes objects of one kind smaller', () => {
    const apart = heapOf(() => parseMany())
    const shared = heapOf(() => {
      const sharer = new TextSharer()
      return parseMany().map((object) => {
        sharer.share(object, undefined)
        return object
      })
    })
    expect(shared).toBeLessThan(apart * 0.85)
  })
})

function parse(text: string): TypedObject {
  return JSON.parse(text) as TypedObject
}

/** Pods of one owner, more or less. */
function parseMany(): TypedObject[] {
  return Array.from({ length: 5000 }, (_, index) => {
    const name = `application-with-a-name-${index}`
    const metadata = { name, creationTimestamp: '2026-01-01T00:00:00Z', labels: { app: name } }
    const image = 'registry.example.org/team/application@sha256:0123456789abcdef'
    const containers = [{ name, image, command: ['/bin/application', '--verbose-messages'] }]
    return parse(JSON.stringify({ metadata, spec: { containers, owner: name } }))
  })
}

/** What stays in use of what a function makes, in bytes. */
function heapOf(make: () => unknown): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const before = process.memoryUsage().heapUsed
  const made = make()
  collect()
  const after = process.memoryUsage().heapUsed
  expect(made).toHaveLength(5000)
  return after - before
}
