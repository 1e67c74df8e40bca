import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { withFileLock } from './file-lock.ts'

/** Where long work tells how far it is. */
export interface Progress {
  readonly isTerminal: boolean
  readonly write: (text: string) => void
}

/** Go is missing, or could not build a program. */
export class BuildError extends Error {
  override readonly name = 'BuildError'
}

/** A program as a package of a Go module whose go.mod and go.sum pin all that it is built from. */
export interface GoProgram {
  readonly name: string
  readonly version: string
  readonly moduleDirectory: string
  /** The package with `main`. */
  readonly package: string
  readonly linkerFlags: string
}

export interface BuildOptions {
  /** Where the program goes, whole or not at all. */
  readonly path: string
  /** Default: standard error. */
  readonly progress?: Progress
}

const standardError: Progress = {
  isTerminal: process.stderr.isTTY,
  write: (text) => process.stderr.write(text),
}

/**
 * Builds the program where it is not there yet. Several processes may ask at once: one builds and the
 * others wait for it.
 */
export async function buildProgram(
  program: GoProgram,
  { path, progress = standardError }: BuildOptions,
): Promise<void> {
  if (existsSync(path)) return
  requireGo()
  await mkdir(dirname(path), { recursive: true })
  await withFileLock(
    `${path}.lock`,
    async () => {
      if (!existsSync(path)) await withProgress(program, progress, () => build(program, path))
    },
    () => progress.write(`kops: waiting for another process that builds ${program.name}\n`),
  )
}

function requireGo(): void {
  const { error, status } = spawnSync('go', ['version'], { stdio: 'ignore' })
  if (error !== undefined || status !== 0) throw new BuildError('there is no `go` on the PATH')
}

async function build(program: GoProgram, path: string): Promise<void> {
  const { name, linkerFlags, moduleDirectory } = program
  await removeLeftovers(path)
  const scratch = await mkdtemp(`${path}.build-`)
  try {
    const built = join(scratch, name)
    await runGo(
      ['build', '-trimpath', '-ldflags', linkerFlags, '-o', built, program.package],
      moduleDirectory,
    )
    await rename(built, path)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** What a build that was killed left behind. The lock is held, so that nobody else is building here. */
async function removeLeftovers(path: string): Promise<void> {
  const [directory, prefix] = [dirname(path), `${basename(path)}.build-`]
  for (const name of await readdir(directory)) {
    if (name.startsWith(prefix)) await rm(join(directory, name), { recursive: true, force: true })
  }
}

/** Runs `go` in a module, without those of the caller's Go settings that could change what comes out. */
async function runGo(commandArguments: readonly string[], directory: string): Promise<void> {
  const child = spawn('go', commandArguments, {
    cwd: directory,
    env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '', GOWORK: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const collect = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-4_000)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (status !== 0)
    throw new BuildError(`go ${commandArguments[0] ?? ''} failed:\n${output.trim()}`)
}

async function withProgress<T>(
  { name, version }: GoProgram,
  progress: Progress,
  body: () => Promise<T>,
): Promise<T> {
  const line = `kops: building ${name} ${version} from Go modules, once for this machine`
  if (!progress.isTerminal) {
    progress.write(`${line}\n`)
    return body()
  }
  const start = performance.now()
  const show = (): void => {
    progress.write(`\r${line} (${Math.round((performance.now() - start) / 1000)} s)`)
  }
  show()
  const timer = setInterval(show, 1_000)
  try {
    return await body()
  } finally {
    clearInterval(timer)
    progress.write('\n')
  }
}
