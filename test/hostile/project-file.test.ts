import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { reportedCodes, runKops, scratchFolder } from '../cli/run-kops.ts'

it('a PROJECT that leads to a device is an error of `kops manifests`', async () => {
  const directory = scratchFolder()
  symlinkSync('/dev/zero', join(directory, 'PROJECT'))
  const done = await runKops(['manifests'], { directory })
  expect(done.exitCode, done.stderr).toBe(1)
  expect(reportedCodes(done)).toEqual(['project/broken-file'])
  expect(done.stderr).toContain('it is no regular file')
})
