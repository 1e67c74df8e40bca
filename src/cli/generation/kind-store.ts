import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { isPlainModule } from '../../typemodel/import-closure.ts'
import { ask, type InputRecord } from '../../typemodel/input-record.ts'
import type { RecordingHost } from '../../typemodel/recording-host.ts'
import { KeptKinds, isTypeScript, type Change, type KeptEntry } from './kept-kinds.ts'
import { entryPath, removeIfThere, type CacheKey } from './result-cache.ts'

/*
 * The kinds of the last run, for a run in which little has changed. They stand beside the last result; whatever is
 * missing, cut off, foreign or of another build here counts as no kinds.
 */

/** What is kept of a run that had nothing to say: a kind that is kept says nothing again. */
interface StoredKinds {
  readonly identity: string
  readonly inputs: InputRecord
  /** Of the texts that were read, those whose names are seen only where they are imported. */
  readonly modules: readonly string[]
  readonly kinds: readonly KeptEntry[]
}

/** More is not kept: reading it back would take as long as building it. */
const mostBytes = 64 * 1024 * 1024

const digestLength = 32

/**
 * The kinds of the last run that would come out the same. Everything that run asked of the file system is asked again
 * by `host`, so that this run's record holds it too, whether or not its kinds are read again.
 */
export function loadKinds(key: CacheKey, host: RecordingHost): KeptKinds {
  const kept = new KeptKinds(key.root)
  const stored = read(key)
  if (stored === undefined) return kept
  kept.restore(stored.kinds)
  kept.drop(changesOf(stored, key.root, host))
  return kept
}

/** Keeps kinds for the next run. That they cannot be kept is no reason to fail. */
export function storeKinds(
  key: CacheKey,
  kept: KeptKinds,
  { inputs, host }: { readonly inputs: InputRecord; readonly host: RecordingHost },
): void {
  const path = pathOf(key)
  if (path === undefined) return
  if (kept.isEmpty) return forgetKinds(key)
  const texts = inputs.answers.flatMap(([question, each]) => (question === 'text' ? [each] : []))
  const modules = texts.filter((each) => isModule(each, host.readText(posix.join(key.root, each))))
  const temporary = `${path}.${process.pid}`
  try {
    const stored: StoredKinds = {
      identity: identityOf(key),
      inputs,
      modules,
      kinds: kept.entries(),
    }
    const bytes = serialize(stored)
    if (bytes.length > mostBytes) return forgetKinds(key)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(temporary, Buffer.concat([digest(bytes), bytes]))
    renameSync(temporary, path)
  } catch {
    // No room, or no right to write: the next run builds all of them again.
    removeIfThere(temporary)
  }
}

/** Removes what is kept. */
export function forgetKinds(key: CacheKey): void {
  const path = pathOf(key)
  if (path !== undefined) removeIfThere(path)
}

function changesOf(
  { inputs, modules }: StoredKinds,
  root: string,
  host: RecordingHost,
): readonly Change[] {
  const wereModules = new Set(modules)
  return inputs.answers.flatMap(([question, path, answer]) => {
    const place = { root, path: posix.join(root, path) }
    if (ask(question, place, host) === answer) return []
    const isEdit =
      question === 'text' && wereModules.has(path) && isModule(path, host.readText(place.path))
    return [{ path, isEdit }]
  })
}

function isModule(path: string, text: string | undefined): boolean {
  return text !== undefined && isTypeScript(path) && isPlainModule(text)
}

function read(key: CacheKey): StoredKinds | undefined {
  const path = pathOf(key)
  try {
    const bytes = path === undefined ? Buffer.alloc(0) : readFileSync(path)
    const content = bytes.subarray(digestLength)
    if (!bytes.subarray(0, digestLength).equals(digest(content))) return undefined
    // The digest says that it is what `storeKinds` wrote.
    const stored = deserialize(content) as StoredKinds
    return stored.identity === identityOf(key) ? stored : undefined
  } catch {
    // Absent, or in a form of another Node.
    return undefined
  }
}

/** Builds of kops may differ in what they keep, releases of Node in how. */
function identityOf({ identity }: CacheKey): string {
  return `${identity} ${process.version}`
}

function digest(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function pathOf(key: CacheKey): string | undefined {
  return entryPath(key)?.replace(/\.json$/, '.kinds')
}
