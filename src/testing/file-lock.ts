import { randomUUID } from 'node:crypto'
import { open, rename, rm, stat, utimes } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

const heartbeatMs = 2_000
const staleAfterMs = 30_000
const retryMs = 500

/**
 * Runs `body` while no other process on this machine runs one under the same lock file. The holder
 * touches the file every two seconds; a file that nobody touched for thirty belongs to a process that
 * is gone, and is taken over. In the worst race two bodies run at once, so a body must be safe to run twice.
 */
export async function withFileLock<T>(
  path: string,
  body: () => Promise<T>,
  onWait: () => void = () => undefined,
): Promise<T> {
  if (!(await tryLock(path))) {
    onWait()
    while (!(await tryLock(path))) await delay(retryMs)
  }
  const heartbeat = setInterval(() => void touch(path), heartbeatMs)
  try {
    return await body()
  } finally {
    clearInterval(heartbeat)
    await rm(path, { force: true })
  }
}

async function tryLock(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx')
    await file.close()
    return true
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
    await removeWhereStale(path)
    return false
  }
}

/** Renaming first lets only one of several waiters remove the file. */
async function removeWhereStale(path: string): Promise<void> {
  try {
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs < staleAfterMs) return
    const aside = `${path}.${randomUUID()}`
    await rename(path, aside)
    await rm(aside, { force: true })
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}

async function touch(path: string): Promise<void> {
  const now = new Date()
  // A lock that was taken over is gone: there is nothing left to keep alive.
  await utimes(path, now, now).catch(() => undefined)
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
