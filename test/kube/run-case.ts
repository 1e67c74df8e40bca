import { cp, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
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
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'kops-case-')))
  try {
    await cp(folder.path, directory, {
      recursive: true,
      filter: (source) => source === folder.path || folder.isInput(source),
    })
    let diagnostics = ''
    const exitCode = await runCommandLine({
      argv: ['manifests', ...folder.settings.arguments],
      workingDirectory: directory,
      environment: { NO_COLOR: '1', XDG_CACHE_HOME: join(directory, '.cache') },
      isTerminal: () => false,
      writeOut: () => undefined,
      writeError: (text) => {
        diagnostics += text
      },
    })
    return { exitCode, diagnostics, files: await readFiles(join(directory, 'config')) }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
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
