import { posix } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { isPlainModule } from '../../typemodel/import-closure.ts'
import { ask, type InputRecord } from '../../typemodel/input-record.ts'
import type { RecordingHost } from '../../typemodel/recording-host.ts'
import { KeptKinds, isTypeScript, type Change, type KeptEntry } from './kept-kinds.ts'
import { entryPath, type CacheKey } from './result-cache.ts'
import { readSealed, removeIfThere, writeSealed } from './sealed-file.ts'

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
  const stored: StoredKinds = { identity: identityOf(key), inputs, modules, kinds: kept.entries() }
  const bytes = serialize(stored)
  if (bytes.length > mostBytes) forgetKinds(key)
  else writeSealed(path, bytes, key.seal)
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
  const content = path === undefined ? undefined : readSealed(path, key.seal)
  if (content === undefined) return undefined
  try {
    // The signature says that it is what `storeKinds` of this user wrote.
    const stored = deserialize(content) as StoredKinds
    return stored.identity === identityOf(key) ? stored : undefined
  } catch {
    // In a form of another Node.
    return undefined
  }
}

/** Builds of kops may differ in what they keep, releases of Node in how. */
function identityOf({ identity }: CacheKey): string {
  return `${identity} ${process.version}`
}

function pathOf(key: CacheKey): string | undefined {
  return entryPath(key)?.replace(/\.json$/, '.kinds')
}
