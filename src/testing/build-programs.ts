import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { withFileLock } from './file-lock.ts'
import { linkerFlags, moduleDirectory, programs, type ProgramName } from './programs.ts'

/** Where long work tells how far it is. */
export interface Progress {
  readonly isTerminal: boolean
  readonly write: (text: string) => void
}

/** Go is missing, or could not build a program. */
export class BuildError extends Error {
  override readonly name = 'BuildError'
}

export interface BuildOptions {
  /** Takes the programs, each whole or not at all. */
  readonly directory: string
  readonly progress?: Progress
}

const standardError: Progress = {
  isTerminal: process.stderr.isTTY,
  write: (text) => process.stderr.write(text),
}

/**
 * Builds the programs that the folder does not hold yet. Several processes may ask at once: one builds
 * and the others wait for it. Versions and checksums are pinned by the Go modules beside this file.
 */
export async function buildPrograms(
  names: readonly ProgramName[],
  { directory, progress = standardError }: BuildOptions,
): Promise<void> {
  requireGo()
  await mkdir(directory, { recursive: true })
  await withFileLock(
    join(directory, '.lock'),
    async () => {
      for (const name of names) {
        if (existsSync(join(directory, name))) continue
        await withProgress(name, progress, () => buildProgram(name, directory))
      }
    },
    () => progress.write('kops: waiting for another process that builds the control plane\n'),
  )
}

function requireGo(): void {
  const { error, status } = spawnSync('go', ['version'], { stdio: 'ignore' })
  if (error !== undefined || status !== 0) throw new BuildError('there is no `go` on the PATH')
}

async function buildProgram(name: ProgramName, directory: string): Promise<void> {
  const program = programs[name]
  const scratch = await mkdtemp(join(directory, '.build-'))
  try {
    const built = join(scratch, name)
    await runGo(
      ['build', '-trimpath', '-ldflags', linkerFlags, '-o', built, program.package],
      moduleDirectory(program),
    )
    await rename(built, join(directory, name))
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Runs `go` in a module, with nothing of the caller's own Go settings that could change what comes out. */
export async function runGo(
  commandArguments: readonly string[],
  directory: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<void> {
  const child = spawn('go', commandArguments, {
    cwd: directory,
    env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '', GOWORK: 'off', ...environment },
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
  name: ProgramName,
  progress: Progress,
  body: () => Promise<T>,
): Promise<T> {
  const line = `kops: building ${name} ${programs[name].version} from Go modules, once for this machine`
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
