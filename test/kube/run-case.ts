import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { KubernetesObject } from '../../src/apimachinery/kubernetes-object.ts'
import { runCommandLine } from '../../src/cli/run-command-line.ts'
import { readObjects } from '../oracle/controller-gen.ts'
import type { CaseFolder } from './case-folder.ts'

/** What `kops manifests` did with a case. */
export interface CaseRun {
  readonly exitCode: number
  /** Diagnostics and summary, as printed. */
  readonly diagnostics: string
  /** Every file below `config/`, by name. */
  readonly files: ReadonlyMap<string, string>
}

/** Runs `kops manifests` in this process on a copy of the case's input. */
export async function runCase(folder: CaseFolder): Promise<CaseRun> {
  return inScratchFolder(async (directory) => {
    await cp(folder.path, directory, {
      recursive: true,
      filter: (source) => source === folder.path || folder.isInput(source),
    })
    return runManifests(directory, folder.settings.arguments)
  })
}

/** Runs `kops manifests` in this process on one file of types. */
export async function runSource(text: string): Promise<CaseRun> {
  return inScratchFolder(async (directory) => {
    await mkdir(join(directory, 'api/v1'), { recursive: true })
    await writeFile(join(directory, 'api/v1/types.ts'), text)
    return runManifests(directory, [])
  })
}

async function inScratchFolder<T>(body: (directory: string) => Promise<T>): Promise<T> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'kops-case-')))
  try {
    return await body(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function runManifests(directory: string, options: readonly string[]): Promise<CaseRun> {
  let diagnostics = ''
  const exitCode = await runCommandLine({
    argv: ['manifests', ...options],
    workingDirectory: directory,
    environment: { NO_COLOR: '1', XDG_CACHE_HOME: join(directory, '.cache') },
    isTerminal: () => false,
    writeOut: () => undefined,
    writeError: (text) => {
      diagnostics += text
    },
  })
  return { exitCode, diagnostics, files: await readFiles(join(directory, 'config')) }
}

/** The objects in what `kops manifests` wrote. */
export function objectsOf(run: CaseRun): KubernetesObject[] {
  return [...run.files.values()].flatMap(readObjects)
}

async function readFiles(directory: string): Promise<Map<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = new Map<string, string>()
  for (const entry of entries.filter((each) => each.isFile() && each.name.endsWith('.yaml'))) {
    const path = join(entry.parentPath, entry.name)
    files.set(basename(path), await readFile(path, 'utf8'))
  }
  return files
}
