import { expect, test } from 'vitest'
import { listCodes } from '../../src/diagnostics/explain.ts'
import { reportedCodes, runKops, scratchFolder } from './run-kops.ts'

/** Examples that need a cluster are shown by tests beside one. */
const alone = listCodes().filter(([, { example }]) => example.cluster === undefined)

test.for(alone)('%s is what its own example gives', async ([code, { severity, example }]) => {
  const directory = scratchFolder(example.files)
  const run = await runKops(example.arguments ?? ['manifests'], { directory })
  expect(reportedCodes(run), run.stderr).toEqual([code])
  const failure = code.startsWith('args/') ? 2 : 1
  expect(run.exitCode).toBe(severity === 'error' ? failure : 0)
})
