import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { recordHolds, type InputRecord } from '../../typemodel/input-record.ts'
import { sourceHost } from './source-host.ts'

/*
 * The last result of a command, and all that it came from. A run in which all of that still stands has
 * nothing to do, and must not load the compiler to find out: this file imports nothing heavy.
 * Whatever is missing, foreign or broken here counts as no result.
 */

/** A result that was written. */
export interface CachedResult {
  /** Every question put to the file system, with the answers. */
  readonly inputs: InputRecord
  /** The same of what was written, taken afterwards. */
  readonly outputs: InputRecord
  /** The lines of `.kops/files` about what the command writes. */
  readonly lines: readonly string[]
  /** Warnings, to be shown again. */
  readonly diagnostics: readonly Diagnostic[]
  /** The files that the command keeps, relative to the root. */
  readonly files: readonly string[]
}

/** What a result is known by. */
export interface CacheKey {
  readonly root: string
  /** The command and every option that decides the result. */
  readonly question: unknown
  /** What the command records its files under. */
  readonly templates: readonly string[]
  /** The build of kops. */
  readonly identity: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The last result, where everything that it came from and all that it wrote is still the same. */
export function findResult(key: CacheKey): CachedResult | undefined {
  const entry = readEntry(key)
  if (entry === undefined) return undefined
  const { inputs, outputs, lines } = entry
  const holds =
    recordHolds(outputs, key.root, sourceHost) &&
    recordHolds(inputs, key.root, sourceHost) &&
    readLines(key.root, key.templates).join('\n') === lines.join('\n')
  return holds ? entry : undefined
}

/** The lines of `.kops/files` about files of these templates. Other commands write lines of their own. */
export function readLines(root: string, templates: readonly string[]): string[] {
  const path = join(root, '.kops/files')
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return []
  const lines = readFileSync(path, 'utf8').split(/\r?\n/)
  return lines.filter((line) => templates.includes(line.split(' ').at(-2) ?? ''))
}

/** Keeps a result. That it cannot be kept is no reason to fail: the next run is as slow as this one. */
export function keepResult(key: CacheKey, result: CachedResult): void {
  const path = entryPath(key)
  if (!path) return
  const temporary = `${path}.${process.pid}`
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(temporary, JSON.stringify({ identity: key.identity, ...result }))
    renameSync(temporary, path)
  } catch {
    removeIfThere(temporary)
  }
}

/** Removes a file of the cache, as far as that is possible. */
export function removeIfThere(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // A file stands where the cache's folder should: nothing was written.
  }
}

function readEntry(key: CacheKey): CachedResult | undefined {
  const path = entryPath(key)
  try {
    const entry: unknown = path && JSON.parse(readFileSync(path, 'utf8'))
    return isEntry(entry) && entry.identity === key.identity ? entry : undefined
  } catch {
    // Absent, or cut off by a kill.
    return undefined
  }
}

function isEntry(value: unknown): value is CachedResult & { readonly identity: string } {
  if (typeof value !== 'object' || value === null) return false
  const { inputs, outputs, lines, diagnostics, files } = value as Partial<CachedResult>
  const lists = [inputs?.answers, outputs?.answers, lines, diagnostics, files]
  return lists.every(Array.isArray)
}

/** Where a result is kept; nowhere where there is no folder for it. */
export function entryPath(key: CacheKey): string | undefined {
  const folder = cacheFolder(key)
  const name = createHash('sha256')
    .update(JSON.stringify([key.root, key.question]))
    .digest('hex')
  return folder && join(folder, `${name.slice(0, 24)}.json`)
}

/** Beside the project's packages, else with the user's caches: never where a commit would find it. */
function cacheFolder({ root, environment }: CacheKey): string | undefined {
  const packages = join(root, 'node_modules')
  if (statSync(packages, { throwIfNoEntry: false })?.isDirectory()) {
    return join(packages, '.cache/kops')
  }
  const { XDG_CACHE_HOME: caches, LOCALAPPDATA: local, HOME: home } = environment
  const user = caches || local || (home && join(home, '.cache'))
  return user && join(user, 'kops/results')
}
