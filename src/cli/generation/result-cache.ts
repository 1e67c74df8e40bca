import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { readInputText } from '../../input/read-input-file.ts'
import { recordHolds, type InputRecord } from '../../typemodel/input-record.ts'
import { cacheFolder } from '../cache-folder.ts'
import { readSealed, writeSealed, type Seal } from './sealed-file.ts'
import { sourceHost } from './source-host.ts'

/*
 * The last result of a command, and all that it came from. A run in which all of that still stands has
 * nothing to do, and must not load the compiler to find out: this file imports nothing heavy.
 * Whatever is missing, foreign or broken here counts as no result: `sealed-file.ts` tells it apart.
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
  /** Signs what is kept with the user's key. */
  readonly seal: Seal
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
  const lines = readInputText(path).split(/\r?\n/)
  return lines.filter((line) => templates.includes(line.split(' ').at(-2) ?? ''))
}

/** Keeps a result. */
export function keepResult(key: CacheKey, result: CachedResult): void {
  const content = Buffer.from(JSON.stringify({ identity: key.identity, ...result }))
  const path = entryPath(key)
  if (path !== undefined) writeSealed(path, content, key.seal)
}

function readEntry(key: CacheKey): CachedResult | undefined {
  const path = entryPath(key)
  const content = path === undefined ? undefined : readSealed(path, key.seal)
  try {
    const entry: unknown = content && JSON.parse(content.toString('utf8'))
    return isEntry(entry) && entry.identity === key.identity ? entry : undefined
  } catch {
    return undefined // of a kops that kept something else
  }
}

function isEntry(value: unknown): value is CachedResult & { readonly identity: string } {
  if (typeof value !== 'object' || value === null) return false
  const { inputs, outputs, lines, diagnostics, files } = value as Partial<CachedResult>
  const lists = [inputs?.answers, outputs?.answers, lines, diagnostics, files]
  return lists.every(Array.isArray)
}

/**
 * Where a result is kept: with the user's caches, and never in the project, whose files are a stranger's.
 * Undefined where the user has no home folder.
 */
export function entryPath({ root, question, environment }: CacheKey): string | undefined {
  const name = createHash('sha256')
    .update(JSON.stringify([root, question]))
    .digest('hex')
  try {
    return join(cacheFolder(environment), 'results', `${name.slice(0, 24)}.json`)
  } catch {
    return undefined // no home folder: nothing is kept
  }
}
