import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { TestContext } from 'vitest'
import { waitFor } from '../../../src/testing/index.ts'

/** A program of `programs/` as an operator is built: one file that runs with Node alone. */
export async function bundleProgram(name: string): Promise<{ path: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'kops-operator-'))
  const path = join(folder, 'main.mjs')
  await build({
    entryPoints: [join(import.meta.dirname, 'programs', `${name}.ts`)],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  })
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export interface OperatorProcessOptions {
  /** The file of the program. */
  readonly path: string
  readonly args: readonly string[]
  readonly environment?: NodeJS.ProcessEnv
}

/** A process of an operator, with what it logs. It is killed when the test ends. */
export class OperatorProcess {
  readonly #child: ChildProcess
  /** What it has written to its standard error output. */
  output = ''
  /** Its exit code; absent while it runs, and when a signal ended it. */
  exitCode: number | undefined
  readonly ended: Promise<void>

  constructor(
    { onTestFinished }: TestContext,
    { path, args, environment = {} }: OperatorProcessOptions,
  ) {
    this.#child = spawn(process.execPath, [path, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    })
    const append = (chunk: Buffer): void => void (this.output += chunk.toString('utf8'))
    this.#child.stderr?.on('data', append)
    this.#child.stdout?.on('data', append)
    this.ended = once(this.#child, 'exit').then(([code]) => {
      this.exitCode = code ?? undefined
    })
    onTestFinished(() => void this.#child.kill('SIGKILL'))
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }

  /** Resolves when it has logged the message. */
  async logged(message: string, timeoutMs = 60_000): Promise<void> {
    await waitFor(`"${message}" in the log`, async () => this.output.includes(message), {
      timeoutMs,
    })
  }

  /** The value of a field in the first line with a message. */
  field(message: string, name: string): unknown {
    const line = this.output.split('\n').find((each) => each.includes(`"msg":"${message}"`))
    return line === undefined ? undefined : JSON.parse(line)[name]
  }
}
