import { createHash, timingSafeEqual } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/*
 * Files of the result cache. Each begins with a signature of its name and content under the user's key, so
 * that nothing but what this user's kops wrote is ever read back, wherever the folder is.
 */

/** Signs for the cache; throws where the user has no key. */
export type Seal = (text: string) => Buffer

const signatureBytes = 32

/** Older files go when more than this many are there. */
const mostFiles = 256

/** The content of a file that this user's kops wrote under this name; undefined for every other. */
export function readSealed(path: string, seal: Seal): Buffer | undefined {
  try {
    const bytes = readFileSync(path)
    const content = bytes.subarray(signatureBytes)
    const signature = bytes.subarray(0, signatureBytes)
    const wanted = sign(path, content, seal)
    const isOwn = signature.length === wanted.length && timingSafeEqual(signature, wanted)
    return isOwn ? content : undefined
  } catch {
    // Absent, unreadable, or without a key: nothing is kept.
    return undefined
  }
}

/** Keeps a file, whole or not at all. That it cannot be kept is no reason to fail. */
export function writeSealed(path: string, content: Uint8Array, seal: Seal): void {
  const draft = `${path}.${process.pid}`
  try {
    const sealed = Buffer.concat([sign(path, content, seal), content])
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(draft, sealed, { mode: 0o600 })
    renameSync(draft, path)
    removeOldest(dirname(path))
  } catch {
    // No room, no right to write, or no key: the next run does the work again.
    removeIfThere(draft)
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

/** The name is signed too: the entry of one project is none of another. */
function sign(path: string, content: Uint8Array, seal: Seal): Buffer {
  const digest = createHash('sha256').update(content).digest('hex')
  return seal(`${basename(path)} ${digest}`)
}

function removeOldest(folder: string): void {
  const names = readdirSync(folder)
  if (names.length <= mostFiles) return
  const files = names
    .map((name) => join(folder, name))
    .map((path) => ({ path, changed: statSync(path).mtimeMs }))
    .sort((left, right) => right.changed - left.changed)
  for (const { path } of files.slice(mostFiles)) removeIfThere(path)
}
