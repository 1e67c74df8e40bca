import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, onTestFinished } from 'vitest'
import { TrustRecord } from '../../src/cli/trust/trust-record.ts'
import { runCommandLine } from '../../src/cli/run-command-line.ts'

export interface KopsRun {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface KopsSurroundings {
  readonly directory?: string
  readonly environment?: Readonly<Record<string, string>>
  /** The standard input. */
  readonly input?: string
}

/** The start file of the built command. */
export const startFile = fileURLToPath(new URL('../../bin/kops.js', import.meta.url))

/** A folder with these files, of a name that a project may have, gone when the test ends. */
export function scratchFolder(files: Readonly<Record<string, string>> = {}): string {
  const parent = mkdtempSync(join(realpathSync(tmpdir()), 'kops-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const folder = join(parent, 'fleet')
  mkdirSync(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** One cache and one state for all runs of a test file, gone at its end: nothing is read or left in a home folder. */
const cacheFolder = mkdtempSync(join(tmpdir(), 'kops-test-cache-'))
const stateFolder = mkdtempSync(join(tmpdir(), 'kops-test-state-'))
afterAll(() => {
  for (const folder of [cacheFolder, stateFolder]) rmSync(folder, { recursive: true, force: true })
})

/** Where the runs of a test file keep caches and the trust record. */
export const userFolders: Readonly<Record<string, string>> = {
  XDG_CACHE_HOME: cacheFolder,
  XDG_STATE_HOME: stateFolder,
}

/** Confirms a project as its user would, such as a copy of one that the user made. */
export function trustFolder(folder: string): void {
  new TrustRecord(userFolders).keep(folder, 'trusted')
}

/** Runs the command from its sources, in this process and away from any terminal. */
export async function runKops(
  argv: readonly string[],
  { directory = scratchFolder(), environment = {}, input = '' }: KopsSurroundings = {},
): Promise<KopsRun> {
  const written = { stdout: '', stderr: '' }
  const exitCode = await runCommandLine({
    argv,
    workingDirectory: directory,
    environment: { ...userFolders, ...environment },
    isTerminal: () => false,
    writeOut: (text) => (written.stdout += text),
    writeError: (text) => (written.stderr += text),
    readInput: () => Promise.resolve(input),
  })
  return { exitCode, ...written }
}

/** Runs the command as it was built, as a process of its own. */
export function spawnKops(
  argv: readonly string[],
  { directory = scratchFolder(), environment = {} }: KopsSurroundings = {},
): KopsRun {
  const { status, stdout, stderr } = spawnSync(process.execPath, [startFile, ...argv], {
    cwd: directory,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      HOME: directory,
      ...userFolders,
      ...environment,
    },
  })
  return { exitCode: status, stdout, stderr }
}

/** The codes that a run reported, each once. */
export function reportedCodes({ stderr }: KopsRun): readonly string[] {
  const found = stderr.matchAll(/^(?:error|warning)\[([^\]]+)\]/gm)
  return [...new Set([...found].map(([, code = '']) => code))]
}
