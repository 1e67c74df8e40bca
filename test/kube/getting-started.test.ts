import { execa } from 'execa'
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findPrograms, waitFor } from '../../src/testing/index.ts'
import { linkDependencies } from '../cli/link-dependencies.ts'
import { useControlPlane } from './provided.ts'

/*
 * Does what docs/getting-started.md tells, block by block.
 */

interface Block {
  /** `sh`, `ts`, `yaml` or `text`. */
  readonly language: string
  /** What follows the language: `file=…`, `cluster` or `refused`. */
  readonly remark: string
  readonly text: string
}

function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', remark = '', text = '']) => ({ language, remark, text }),
  )
}

/** A `kops` on the PATH: this checkout's, without a network, and with a cache of its own. */
async function writeCommand(folder: string): Promise<void> {
  const start = `"${process.execPath}" "${resolve('bin/kops.js')}"`
  const text = `#!/bin/sh
export XDG_CACHE_HOME="${join(folder, 'cache')}"
if [ "$1" = init ]; then exec ${start} "$@" --no-install --kops 0.1.0; fi
exec ${start} "$@"
`
  await writeFile(join(folder, 'kops'), text, { mode: 0o755 })
}

test('docs/getting-started.md can be followed to the end', async (context) => {
  const { kubeconfigPath } = useControlPlane(context)
  const { kubectl } = await findPrograms(['kubectl'])
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'kops-walk-')))
  onTestFinished(() => rm(scratch, { recursive: true, force: true }))
  const programs = join(scratch, 'bin')
  await mkdir(programs)
  await writeCommand(programs)
  const path = [programs, dirname(kubectl), process.env['PATH']].join(delimiter)
  const env = { PATH: path, KUBECONFIG: kubeconfigPath }
  let folder = scratch
  let output = ''
  const runLine = async (line: string, remark: string): Promise<void> => {
    const entered = /^cd (.*)$/.exec(line)?.[1]
    if (entered !== undefined) {
      folder = join(folder, entered)
      return
    }
    const attempt = () => execa('sh', ['-c', line], { cwd: folder, env, reject: false })
    let run = await attempt()
    // A new kind is served a moment after its CRD is there.
    if (remark === 'cluster' && run.failed) {
      await waitFor(line, async () => !(run = await attempt()).failed, { timeoutMs: 30_000 })
    }
    expect(run.failed, `${line}\n${run.stdout}\n${run.stderr}`).toBe(remark === 'refused')
    output = remark === 'refused' ? run.stderr : run.stdout
    if (line.startsWith('kops init')) linkDependencies(folder)
  }
  const page = await readFile('docs/getting-started.md', 'utf8')
  for (const { language, remark, text } of blocksOf(page)) {
    const file = /^file=(.*)$/.exec(remark)?.[1]
    if (file !== undefined) {
      await expect(readFile(join(folder, file), 'utf8'), file).resolves.not.toBe('')
      await writeFile(join(folder, file), text)
    } else if (language === 'sh') {
      for (const line of text.trim().split('\n')) await runLine(line, remark)
    } else {
      expect(output.trim()).toBe(text.trim())
    }
  }
  const tests = await execa('npm', ['test'], { cwd: folder, env, reject: false })
  expect(tests.exitCode, tests.stdout).toBe(0)
})
