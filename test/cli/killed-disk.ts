import { vi } from 'vitest'
import { diskFileSystem, type FileSystem } from '../../src/scaffold/file-system.ts'
import { runKops, type KopsSurroundings } from './run-kops.ts'

class Killed extends Error {}

const names = ['create', 'makeFolder', 'rename', 'link', 'remove', 'removeFolder'] as const

/**
 * Runs a command that dies in the middle of the write of this number: nothing that it does later has an
 * effect, and its process counts as gone. Tells whether the command came so far.
 */
export async function runKilledKops(
  killAt: number,
  argv: readonly string[],
  surroundings: KopsSurroundings,
): Promise<boolean> {
  const original: FileSystem = { ...diskFileSystem }
  let writes = 0
  for (const name of names) {
    const write: (...values: never[]) => unknown = original[name]
    const dying = (...values: never[]): unknown => {
      writes += 1
      if (writes <= killAt) return write(...values)
      if (writes === killAt + 1 && name === 'create') createHalf(original, values)
      throw new Killed()
    }
    Object.assign(diskFileSystem, { [name]: dying })
  }
  try {
    await runKops(argv, surroundings)
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  } finally {
    Object.assign(diskFileSystem, original)
  }
  return writes > killAt
}

function createHalf({ create }: FileSystem, values: readonly unknown[]): void {
  const [path, content] = values
  if (typeof path !== 'string') return
  const bytes = Buffer.from(typeof content === 'string' ? content : (content as Uint8Array))
  create(path, bytes.subarray(0, bytes.length / 2))
}

/** Runs a command for which no other process is running, this one least of all. */
export async function runKopsAlone(
  argv: readonly string[],
  surroundings: KopsSurroundings,
): ReturnType<typeof runKops> {
  const gone = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('ESRCH'), { code: 'ESRCH' })
  })
  try {
    return await runKops(argv, surroundings)
  } finally {
    gone.mockRestore()
  }
}
