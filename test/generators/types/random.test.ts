import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomSchema } from './random-schema.ts'
import { roundTrip, widgetWith, writtenTypes } from './round-trip.ts'

test('a structural schema comes back from its types', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(randomSchema, async (schema) => {
      const crd = widgetWith(schema)
      const { crds, errors } = await roundTrip([crd])
      expect(errors).toEqual([])
      expect(crds).toEqual([crd])
    }),
    { numRuns: 200 },
  )
})

test('the same definitions give the same files, in whatever order they come', async () => {
  await fc.assert(
    fc.asyncProperty(randomSchema, randomSchema, async (first, second) => {
      const crds = [widgetWith(first, { kind: 'Alpha' }), widgetWith(second, { kind: 'Beta' })]
      const files = writtenTypes(crds)
      expect(writtenTypes(structuredClone(crds.toReversed()))).toEqual(files)
      const { crds: again, errors } = await roundTrip(crds)
      expect(errors).toEqual([])
      expect(again).toEqual(crds)
    }),
    { numRuns: 50 },
  )
})
