import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isJsonEqual, isJsonObject } from '../../../src/runtime/controller/json-equality.ts'
import { createMergePatch } from '../../../src/runtime/controller/merge-patch.ts'

type Fields = Readonly<Record<string, unknown>>

/** RFC 7386, as it is written there. */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch
  const result: Record<string, unknown> = isJsonObject(target) ? { ...target } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name]
    else result[name] = mergePatch(result[name], value)
  }
  return result
}

/** JSON without null, which a merge patch cannot set. */
const { fields } = fc.letrec<{ value: unknown; fields: Fields }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.integer({ max: 3 }),
    fc.boolean(),
    fc.constantFrom('a', 'b'),
    fc.array(tie('value'), { maxLength: 2 }),
    tie('fields'),
  ),
  fields: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('value'), { maxKeys: 4 }),
}))

describe('createMergePatch', () => {
  test('turns any object into any other, and is nothing where they are equal', () => {
    fc.assert(
      fc.property(fields, fields, (before, after) => {
        const patch = createMergePatch(before, after)
        expect(mergePatch(before, patch ?? {})).toEqual(after)
        expect(patch === undefined).toBe(isJsonEqual(before, after))
      }),
    )
  })

  test('holds what changed alone', () => {
    const before = { spec: { replicas: 1, image: 'a', ports: [1, 2] }, gone: true }
    const after = { spec: { replicas: 2, image: 'a', ports: [1] } }
    expect(createMergePatch(before, after)).toEqual({
      spec: { replicas: 2, ports: [1] },
      gone: null,
    })
  })
})

describe('isJsonEqual', () => {
  test.for([
    { left: { a: 1, b: undefined }, right: { a: 1 }, equal: true },
    { left: { a: 1, b: 2 }, right: { b: 2, a: 1 }, equal: true },
    { left: 9007199254740993n, right: 9007199254740993n, equal: true },
    { left: 9007199254740993n, right: 9007199254740992, equal: false },
    { left: 1n, right: 1, equal: true },
    { left: 1n, right: '1', equal: false },
    { left: null, right: undefined, equal: false },
    { left: [1, 2], right: [2, 1], equal: false },
    { left: { a: undefined }, right: { b: undefined }, equal: true },
    { left: {}, right: [], equal: false },
  ])('$left and $right', ({ left, right, equal }) => {
    expect([isJsonEqual(left, right), isJsonEqual(right, left)]).toEqual([equal, equal])
  })
})
