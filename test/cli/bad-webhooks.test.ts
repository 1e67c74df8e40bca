import { describe, expect, test } from 'vitest'
import { badWebhooks } from './bad-webhooks.ts'
import { createApi, createWebhook, projectFolder, snapshotFolder } from './project-folder.ts'
import { reportedCodes } from './run-kops.ts'

async function twoVersions(): Promise<string> {
  const folder = await projectFolder()
  await createApi(folder, { controller: 'false' })
  await createApi(folder, { controller: 'false', version: 'v2' })
  await createApi(folder, { controller: 'false', kind: 'Cruiser' })
  return folder
}

describe('create webhook refuses', () => {
  test('what the table of bad inputs says', async () => {
    const folder = await twoVersions()
    const before = snapshotFolder(folder)
    for (const { title, flags, names, code, exitCode, says = '' } of badWebhooks) {
      const run = await createWebhook(folder, flags, names)
      expect(reportedCodes(run), `${title}: ${run.stderr}`).toEqual([code])
      expect(run.exitCode, title).toBe(exitCode)
      expect(run.stderr, title).toContain(says)
      // Every error says why, or what to type.
      expect(run.stderr, title).toMatch(/^ += (note|help): /m)
    }
    expect(snapshotFolder(folder)).toEqual(before)
  })

  test('another hub, and a spoke too few', async () => {
    const folder = await twoVersions()
    await createApi(folder, { controller: 'false', version: 'v3' })
    const partial = await createWebhook(folder, ['--conversion', '--spoke', 'v2'])
    expect(reportedCodes(partial)).toEqual(['args/missing-spoke'])
    expect(partial.stderr).toContain('--spoke v3')
    await createWebhook(folder, ['--conversion'])
    const before = snapshotFolder(folder)
    const other = await createWebhook(folder, ['--conversion'], { version: 'v2' })
    expect(reportedCodes(other)).toEqual(['args/other-hub'])
    expect(other.stderr).toContain('--version v1')
    expect(snapshotFolder(folder)).toEqual(before)
  })

  test('another path than PROJECT has', async () => {
    const folder = await twoVersions()
    await createWebhook(folder, ['--defaulting', '--defaulting-path', '/frigate'])
    const before = snapshotFolder(folder)
    const run = await createWebhook(folder, ['--defaulting', '--defaulting-path', '/ketch'])
    expect(reportedCodes(run)).toEqual(['args/contradicts-project'])
    expect(run.stderr).toContain('`/frigate`')
    expect(snapshotFolder(folder)).toEqual(before)
  })
})

describe('create api refuses', () => {
  test.for([
    [{ version: 'v3', from: 'v9' }, 'args/invalid-from', 'its versions are `v1`, `v2`'],
    [{ version: 'v2', from: 'v2' }, 'args/invalid-from', 'to be made'],
    [{ kind: 'Ketch', from: 'v1' }, 'args/invalid-from', 'has no version yet'],
    [{ from: 'v2', resource: 'false' }, 'args/invalid-from', '--resource=false'],
    [{ kind: 'Ketch', conversion: 'true' }, 'args/one-version', '--from v1'],
  ] as const)('%o', async ([flags, code, says]) => {
    const folder = await twoVersions()
    const before = snapshotFolder(folder)
    const run = await createApi(folder, flags)
    expect(reportedCodes(run), run.stderr).toEqual([code])
    expect(run.exitCode).toBe(2)
    expect(run.stderr).toContain(says)
    expect(snapshotFolder(folder)).toEqual(before)
  })

  test('a version that is not converted of a kind that is', async () => {
    const folder = await twoVersions()
    await createWebhook(folder, ['--conversion'])
    const run = await createApi(folder, { version: 'v3', conversion: 'false' })
    expect(reportedCodes(run)).toEqual(['args/contradicts-project'])
  })
})
