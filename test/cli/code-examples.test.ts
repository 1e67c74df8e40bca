import { expect, test } from 'vitest'
import { listCodes } from '../../src/diagnostics/explain.ts'
import { reportedCodes, runKops, scratchFolder } from './run-kops.ts'

/** Examples that need more than files are shown by tests of their own. */
const alone = listCodes().filter(
  ([, { example }]) => example.cluster === undefined && example.surroundings === undefined,
)

test.for(alone)('%s is what its own example gives', async ([code, { severity, example }]) => {
  const directory = scratchFolder(example.files)
  const run = await runKops(example.arguments ?? ['manifests'], { directory })
  expect(reportedCodes(run), run.stderr).toEqual([code])
  const failure = code.startsWith('args/') ? 2 : 1
  expect(run.exitCode).toBe(severity === 'error' ? failure : 0)
})
