import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { execa } from 'execa'
import { expect, type TestContext } from 'vitest'
import { findPrograms, waitFor } from '../../../src/testing/index.ts'
import { linkDependencies } from '../../cli/link-dependencies.ts'
import { useControlPlane } from '../provided.ts'

/*
 * Does what a page tells, block by block, from an empty folder. What follows a block's language says how:
 * `file=…` is written where such a file is already, `cluster` needs a moment of patience, `refused` must fail, and
 * `background` runs until the page ends, and `elsewhere` needs what a test cannot have. A block of any other language is what the line before it prints.
 */

interface Block {
  readonly language: string
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

/** Follows a page to its end. */
export async function followPage(path: string, context: TestContext): Promise<Walk> {
  const walk = await Walk.start(context)
  for (const block of blocksOf(await readFile(path, 'utf8'))) await walk.follow(block)
  return walk
}

/** A person on the way through a page. */
class Walk {
  readonly #environment: NodeJS.ProcessEnv
  readonly #context: TestContext
  #folder: string
  #output = ''

  private constructor(folder: string, environment: NodeJS.ProcessEnv, context: TestContext) {
    this.#folder = folder
    this.#context = context
    this.#environment = environment
  }

  static async start(context: TestContext): Promise<Walk> {
    const { kubeconfigPath } = useControlPlane(context)
    const { kubectl } = await findPrograms(['kubectl'])
    const scratch = await realpath(await mkdtemp(join(tmpdir(), 'kops-walk-')))
    context.onTestFinished(() => rm(scratch, { recursive: true, force: true }))
    const programs = join(scratch, 'bin')
    await mkdir(programs)
    await writeCommand(programs)
    const path = [programs, dirname(kubectl), process.env['PATH']].join(delimiter)
    return new Walk(scratch, { PATH: path, KUBECONFIG: kubeconfigPath }, context)
  }

  async follow({ language, remark, text }: Block): Promise<void> {
    const file = /^file=(.*)$/.exec(remark)?.[1]
    if (file !== undefined) await this.#replace(file, text)
    else if (remark === 'background') this.#startLine(text.trim())
    else if (language === 'sh' && remark !== 'elsewhere') await this.#runLines(text, remark)
    else if (language === 'text') expect(this.#output.trim()).toBe(text.trim())
  }

  /** The page speaks of a file that is there. */
  async #replace(file: string, text: string): Promise<void> {
    const path = join(this.#folder, file)
    await expect(readFile(path, 'utf8'), file).resolves.not.toBe('')
    await writeFile(path, text)
  }

  async #runLines(text: string, remark: string): Promise<void> {
    for (const line of text.trim().split('\n')) await this.#runLine(line, remark)
  }

  /** Starts what runs until the page ends, with all that it starts itself. */
  #startLine(line: string): void {
    const options = { cwd: this.#folder, env: this.#environment, reject: false } as const
    const run = execa('sh', ['-c', line], { ...options, detached: true, stdio: 'ignore' })
    this.#context.onTestFinished(async () => {
      if (run.pid !== undefined) process.kill(-run.pid, 'SIGTERM')
      await run
    })
  }

  async #runLine(line: string, remark: string): Promise<void> {
    const entered = /^cd (.*)$/.exec(line)?.[1]
    if (entered !== undefined) {
      this.#folder = join(this.#folder, entered)
      return
    }
    const options = { cwd: this.#folder, env: this.#environment, reject: false } as const
    const attempt = () => execa('sh', ['-c', line], options)
    let run = await attempt()
    // A new kind is served a moment after its CRD is there.
    if (remark === 'cluster' && run.failed) {
      const again = async (): Promise<boolean> => !(run = await attempt()).failed
      // What it says in the end tells more than that it was waited for.
      await waitFor(line, again, { timeoutMs: 30_000 }).catch(() => undefined)
    }
    expect(run.failed, `${line}\n${run.stdout}\n${run.stderr}`).toBe(remark === 'refused')
    this.#output = remark === 'refused' ? run.stderr : run.stdout
    if (line.startsWith('kops init')) linkDependencies(this.#folder)
  }

  /** Runs the tests of the project that came of it. */
  async runTests(): Promise<void> {
    const options = { cwd: this.#folder, env: this.#environment, reject: false } as const
    const tests = await execa('npm', ['test'], options)
    expect(tests.exitCode, tests.stdout).toBe(0)
  }
}
