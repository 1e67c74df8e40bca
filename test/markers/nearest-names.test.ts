import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameDistance, nearestNames } from '../../src/diagnostics/nearest-names.ts'
import { findMarker, markerDefinitions } from '../../src/markers/definitions.ts'
import { resolveName } from '../../src/markers/resolve-name.ts'

/** Every character of a name in the table, so that each way of becoming like another name is tried. */
const letters = new Set(markerDefinitions.flatMap(({ name }) => [...name]))

/** Every word that one insertion, deletion, substitution or swap makes of another. */
function* misspellings(name: string): Generator<string> {
  for (let index = 0; index <= name.length; index += 1) {
    const [left, right] = [name.slice(0, index), name.slice(index)]
    for (const letter of letters) yield left + letter + right
    if (right === '') continue
    yield left + right.slice(1)
    for (const letter of letters) yield left + letter + right.slice(1)
    yield left + right.charAt(1) + right.charAt(0) + right.slice(2)
  }
}

test.for([
  ['a', 'a', 0],
  ['Minimum', 'minimum', 1],
  ['MaxLength', 'maxlength', 1],
  ['abc', 'acb', 1],
  ['abcd', 'badc', 2],
  ['kitten', 'sitting', 3],
  ['', 'ab', 2],
] as const)('nameDistance(%s, %s) is %i', ([left, right, distance]) => {
  expect(nameDistance(left, right)).toBe(distance)
  expect(nameDistance(right, left)).toBe(distance)
})

test('all names at the least distance are given, and none that are far', () => {
  expect(nearestNames('bat', ['cat', 'hat', 'bath', 'boats', 'zebra'])).toEqual([
    'bath',
    'cat',
    'hat',
  ])
  expect(nearestNames('zzzz', ['cat'])).toEqual([])
})

/** The rest of a line that makes the name a marker with a value, as its example has it. */
function restOf(name: string, example: string): string {
  return example.slice(name.length + 1)
}

/** The definition, term by term. */
function distanceByDefinition(left: string, right: string): number {
  if (left === '' || right === '') return left.length + right.length
  const [a, b] = [left.slice(0, -1), right.slice(0, -1)]
  const isSwap = left.length > 1 && left.slice(-2) === right.charAt(right.length - 1) + b.slice(-1)
  return Math.min(
    distanceByDefinition(a, right) + 1,
    distanceByDefinition(left, b) + 1,
    distanceByDefinition(a, b) + (left.at(-1) === right.at(-1) ? 0 : 1),
    isSwap && b !== '' ? distanceByDefinition(a.slice(0, -1), b.slice(0, -1)) + 1 : Infinity,
  )
}

test('nameDistance() is the edit distance with swaps', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 })
  fc.assert(
    fc.property(word, word, (left, right) => {
      expect(nameDistance(left, right)).toBe(distanceByDefinition(left, right))
    }),
  )
})

test('every misspelling of a name at distance one suggests it', { timeout: 240_000 }, () => {
  const missed: string[] = []
  let count = 0
  for (const { name, example } of markerDefinitions) {
    for (const misspelt of misspellings(name)) {
      const isMarker = findMarker(misspelt) !== undefined || !/^[A-Za-z]/.test(misspelt)
      // `name:=value` is a spelling of its own.
      if (isMarker || misspelt === `${name}:`) continue
      count += 1
      const resolved = resolveName(`+${misspelt}${restOf(name, example)}`)
      const suggestions = 'suggestions' in resolved ? resolved.suggestions : []
      if (!suggestions.includes(name)) missed.push(`${misspelt} for ${name}`)
    }
  }
  console.log(`${count} misspellings of ${markerDefinitions.length} names`)
  expect(missed).toEqual([])
})
