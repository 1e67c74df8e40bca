import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { startVitest } from 'vitest/node'

/*
 * Runs the tests of an area over its instrumented files: `node run-tests.js FILE`, where the file names both. It is a
 * process of its own, so that a mutant that never lets go can be ended with it.
 */

const { tests, texts, mutants, log } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const root = process.cwd()

const plugin = {
  name: 'mutants',
  enforce: 'pre',
  load: (id) => texts[relative(root, id.split('?')[0]).replaceAll('\\', '/')],
}

process.env.KOPS_MUTANTS = JSON.stringify(mutants)
process.env.KOPS_MUTANTS_LOG = log

const vitest = await startVitest(
  'test',
  [],
  {
    config: false,
    watch: false,
    include: tests,
    pool: 'forks',
    maxWorkers: 1,
    isolate: false,
    fileParallelism: false,
    runner: new URL('judge.js', import.meta.url).pathname,
    setupFiles: [new URL('fix-seeds.js', import.meta.url).pathname],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 1_000,
    dangerouslyIgnoreUnhandledErrors: true,
    update: false,
    reporters: [{ onInit: () => undefined }],
    silent: true,
    sequence: { shuffle: false },
  },
  { plugins: [plugin], logLevel: 'error' },
)
await vitest?.close()
process.exit(0)
