import type { Random } from '../../src/testing/random/random.ts'

/*
 * Mutations of an input: what a fuzzer that knows nothing of a format does to bytes, and what one does that
 * knows its words. The same seed makes the same inputs on every machine.
 */

/** What an input is made from. */
export interface Ingredients {
  readonly corpus: readonly Buffer[]
  /** Words of the format, and texts that have harmed other parsers. */
  readonly words: readonly string[]
}

type Mutation = (bytes: Buffer, random: Random, ingredients: Ingredients) => Buffer

/** No input grows beyond this: size is tried by tests of their own. */
const mostBytes = 64 * 1024

const hostileWords = [
  '\u0000',
  '\u0007\u001B[31m',
  '\u2028',
  '\uFEFF',
  '__proto__',
  'constructor',
  '../',
  '9007199254740993',
  '1e999',
  '-0',
  '*/',
  '${',
  '`',
  '\\u',
  '"',
  "'",
  '\r\n',
  '\t',
  '{}',
  '[]',
  'null',
]

const mutations: readonly Mutation[] = [
  function flipBit(bytes, random) {
    const copy = Buffer.from(bytes)
    const index = random.integer(0, Math.max(0, copy.length - 1))
    if (copy.length > 0) copy[index] = (copy[index] ?? 0) ^ (1 << random.integer(0, 7))
    return copy
  },
  function removeRange(bytes, random) {
    const [start, end] = rangeOf(bytes, random)
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)])
  },
  function repeatRange(bytes, random) {
    const [start, end] = rangeOf(bytes, random)
    const part = bytes.subarray(start, end)
    const copies = Array.from({ length: random.integer(1, 8) }, () => part)
    return Buffer.concat([bytes.subarray(0, end), ...copies, bytes.subarray(end)])
  },
  function moveRange(bytes, random) {
    const [start, end] = rangeOf(bytes, random)
    const rest = Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)])
    return insertAt(rest, bytes.subarray(start, end), random)
  },
  function insertWord(bytes, random, { words }) {
    const all = [...words, ...hostileWords]
    return insertAt(bytes, Buffer.from(all[random.integer(0, all.length - 1)] ?? ''), random)
  },
  function insertFromOther(bytes, random, { corpus }) {
    const other = corpus[random.integer(0, corpus.length - 1)] ?? bytes
    return insertAt(bytes, other.subarray(...rangeOf(other, random)), random)
  },
  function truncate(bytes, random) {
    return bytes.subarray(0, random.integer(0, bytes.length))
  },
]

/** Makes an input from one of the corpus by up to five mutations. */
export function makeInput(random: Random, ingredients: Ingredients): Buffer {
  const { corpus } = ingredients
  let bytes = corpus[random.integer(0, corpus.length - 1)] ?? Buffer.alloc(0)
  for (let step = random.integer(1, 5); step > 0; step -= 1) {
    const mutation = mutations[random.integer(0, mutations.length - 1)]
    bytes = mutation?.(bytes, random, ingredients) ?? bytes
  }
  return bytes.subarray(0, mostBytes)
}

function rangeOf(bytes: Buffer, random: Random): [start: number, end: number] {
  const start = random.integer(0, bytes.length)
  return [start, random.integer(start, Math.min(bytes.length, start + 200))]
}

function insertAt(bytes: Buffer, part: Buffer, random: Random): Buffer {
  const index = random.integer(0, bytes.length)
  return Buffer.concat([bytes.subarray(0, index), part, bytes.subarray(index)])
}
