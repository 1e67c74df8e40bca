import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Random } from '../../src/testing/random/random.ts'
import { makeInput } from './mutate.ts'
import { targets, type FuzzTarget, type Judge } from './targets.ts'
import { webhookTargets } from './webhook-targets.ts'

/*
 * Readers of strangers' input against mutated inputs. `make fuzz` runs more of them, from a seed of its own.
 * An input that fails is written to `.fuzz/`; it belongs into `test/fuzz/corpus/` once its fault is mended.
 */

const runs = Number(process.env['KOPS_FUZZ_RUNS'] ?? 200)
const seed = Number(process.env['KOPS_FUZZ_SEED'] ?? 20_261_201)
const timeout = 60_000 + runs * 500

describe.for([...targets, ...webhookTargets])('$name', (target) => {
  const corpus = readCorpus(target)

  test('reads every input of its corpus', async () => {
    expect(corpus.length).toBeGreaterThan(1)
    const judge = await target.open()
    for (const input of corpus) await tell(target, input, judge)
  })

  test('stands whatever comes of them', { timeout }, async () => {
    const judge = await target.open()
    const random = new Random(seed)
    const ingredients = { corpus, words: target.words }
    const inputs = new Set<string>()
    for (let run = 0; run < runs * target.share; run += 1) {
      const input = makeInput(random, ingredients)
      inputs.add(input.toString('base64'))
      await tell(target, input, judge)
    }
    // A fuzzer that repeats itself tries nothing.
    expect(inputs.size).toBeGreaterThan((runs * target.share) / 2)
  })
})

test('tells its seed', () => {
  process.stdout.write(`fuzz: ${runs} runs a target from seed ${seed}\n`)
  expect(Number.isSafeInteger(seed)).toBe(true)
})

function readCorpus({ name }: FuzzTarget): readonly Buffer[] {
  const folder = join('test/fuzz/corpus', name)
  return readdirSync(folder)
    .toSorted()
    .map((file) => readFileSync(join(folder, file)))
}

/** Keeps an input that fails. */
async function tell(target: FuzzTarget, input: Buffer, judge: Judge): Promise<void> {
  try {
    await judge(input)
  } catch (error) {
    const path = join('.fuzz', `${target.name}-${seed}`)
    mkdirSync('.fuzz', { recursive: true })
    writeFileSync(path, input)
    throw new Error(`${target.name} fails on the input in ${path} (seed ${seed})`, { cause: error })
  }
}
