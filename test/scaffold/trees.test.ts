import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createApi, projectFolder, snapshotFolder } from '../cli/project-folder.ts'
import { reportedCodes, runKops } from '../cli/run-kops.ts'
import { caseFolders, difference, runTreeCase, treeCases } from './tree-case.ts'

describe('the last command of the case changes what its folder says', () => {
  test.for(treeCases)('%s', async (name) => {
    const { changed, removed } = difference(await runTreeCase(name))
    const want = join(caseFolders, name, 'want')
    // `make golden` writes files; what is wanted no longer has to be removed by hand.
    const wanted = existsSync(want) ? Object.keys(snapshotFolder(want)) : []
    for (const [path, text] of Object.entries(changed)) {
      await expect(text).toMatchFileSnapshot(join(want, asGolden(path)))
    }
    if (removed.length > 0) {
      await expect(removed.join('\n') + '\n').toMatchFileSnapshot(join(want, 'removed.txt'))
    }
    const written = [
      ...Object.keys(changed).map(asGolden),
      ...(removed.length > 0 ? ['removed.txt'] : []),
    ]
    expect(wanted.filter((path) => !written.includes(path))).toEqual([])
  })
})

/** The repository's own tools must not take a golden for one of their files. */
function asGolden(path: string): string {
  return path.startsWith('.git') ? `dot-${path.slice(1)}` : path
}

test('a project with one API has at most 35 files and 1,000 lines', async () => {
  const folder = await projectFolder()
  await createApi(folder, {})
  const files = snapshotFolder(folder)
  const listed =
    files['.kops/files']
      ?.trim()
      .split('\n')
      .map((line) => line.split(' ')[0] ?? '') ?? []
  const counted = listed.filter(
    (path) => path !== 'package-lock.json' && !path.startsWith('vendor/'),
  )
  const lines = counted.map((path) => files[path]?.trimEnd().split('\n').length ?? 0)
  const total = lines.reduce((sum, count) => sum + count, 0)
  console.log(`a project with one API: ${counted.length} files, ${total} lines`)
  expect(counted).toContain('PROJECT')
  expect(counted.length).toBeLessThanOrEqual(35)
  expect(total).toBeLessThanOrEqual(1000)
})

test.for([
  ['namespaced', 'true'],
  ['license', 'mit'],
  ['license', 'none'],
] as const)('init --%s=%s is init and then edit', async ([flag, value]) => {
  const flags = { [flag]: value }
  const atOnce = snapshotFolder(await projectFolder(flags))
  const folder = await projectFolder()
  const run = await runKops(['edit', `--${flag}=${value}`], { directory: folder })
  expect(run).toMatchObject({ exitCode: 0, stderr: '' })
  const edited = snapshotFolder(folder)
  // A file keeps the header that it was made with.
  const others = ([path]: [string, string]): boolean =>
    !/^(src\/(main|dependencies)\.ts|\.kops\/files)$/.test(path)
  expect(Object.entries(edited).filter(others)).toEqual(Object.entries(atOnce).filter(others))
})

test('nothing that a person has to toggle or leave alone stands in the files that people own', async () => {
  const folder = await projectFolder()
  await createApi(folder, {})
  for (const [path, text] of Object.entries(snapshotFolder(folder))) {
    expect(text, path).not.toMatch(/^\s*#\s*-|\+kubebuilder:scaffold|TODO|FIXME/m)
  }
})

test('every tree is what the generators keep it', async () => {
  const folder = await projectFolder({ namespaced: 'true' })
  await createApi(folder, {})
  for (const command of ['generate', 'manifests']) {
    const run = await runKops([command, '--check'], { directory: folder })
    expect(reportedCodes(run), run.stderr).toEqual([])
    expect(run.exitCode, run.stdout).toBe(0)
  }
})
