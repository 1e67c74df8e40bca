import { execFileSync } from 'node:child_process'
import { format } from 'prettier'
import { build } from 'esbuild'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readApi, renderApi } from './api-report.ts'

const heading = `# What \`kops/runtime\` exports

Every name with what it promises, as a program sees it. \`npx vitest run test/runtime/api-report.test.ts -u\` writes this
page from the sources; a change of it is a change for every operator.

`

describe('the entry kops/runtime', () => {
  const sections = readApi('src/runtime/index.ts')
  const exported = sections.flatMap((section) => section.exports)

  test('exports what docs/runtime.api.md says', async () => {
    const settings: object = JSON.parse(readFileSync('.prettierrc.json', 'utf8'))
    const page = await format(heading + renderApi(sections), { ...settings, parser: 'markdown' })
    await expect(page).toMatchFileSnapshot('../../docs/runtime.api.md')
  })

  test('says of every export what it promises', () => {
    expect(exported.length).toBeGreaterThan(150)
    expect(exported.filter((each) => !each.isDocumented).map(({ name }) => name)).toEqual([])
    expect(exported.filter((each) => each.declaration === '').map(({ name }) => name)).toEqual([])
  })
})

test('the entry kops/runtime is light', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kops-entry-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const outfile = join(folder, 'runtime.mjs')
  // As an operator is built: one file, with what is loaded lazily inside.
  await build({
    entryPoints: ['src/runtime/index.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  })
  const bare = measure('0')
  const loaded = measure(`await import(${JSON.stringify(outfile)})`)
  const memory = Math.round((loaded.rss - bare.rss) / 2 ** 20)
  const cpu = Math.round((loaded.cpu - bare.cpu) / 1000)
  console.log(`loading kops/runtime: ${memory} MB and ${cpu} ms of CPU over Node's own`)
  expect(memory).toBeLessThan(40)
})

/** Memory and CPU of a fresh process after a statement: the least of three, since a machine only adds. */
function measure(statement: string): { rss: number; cpu: number } {
  const report =
    'const { user, system } = process.cpuUsage(); console.log(JSON.stringify({ rss: process.memoryUsage.rss(), cpu: user + system }))'
  const runs = [1, 2, 3].map((): { rss: number; cpu: number } => {
    const args = ['--input-type=module', '--eval', `${statement}; ${report}`]
    return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  })
  return {
    rss: Math.min(...runs.map(({ rss }) => rss)),
    cpu: Math.min(...runs.map(({ cpu }) => cpu)),
  }
}
