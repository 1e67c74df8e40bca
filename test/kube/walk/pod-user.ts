import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll } from 'vitest'

/** The user and the group of the image. */
export const imageUser = 65_532

const copies = new Map<string, string>()
afterAll(() => {
  for (const copy of copies.values()) rmSync(join(copy, '..'), { recursive: true, force: true })
})

/** How the process of a pod starts. */
export interface PodUser {
  readonly node: string
  /** The user and the group; absent where the tests may not become another user. */
  readonly identity?: number
}

/**
 * Returns the image's user where the tests run as root, with a Node that this user may run: the given one, or a copy
 * where a folder above it is closed to others. Throws where the copy cannot be run either.
 */
export function findPodUser(node: string = process.execPath): PodUser {
  if (process.getuid?.() !== 0) return { node }
  if (findObstacle(node) === undefined) return { node, identity: imageUser }
  const copy = copies.get(node) ?? copyNode(node)
  const obstacle = findObstacle(copy)
  if (obstacle !== undefined) {
    throw new Error(
      `user ${imageUser} of the image may run neither ${node} nor a copy in ${tmpdir()}: ${obstacle}; set TMPDIR to a folder that every user may enter`,
    )
  }
  return { node: copy, identity: imageUser }
}

function copyNode(node: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'kops-node-'))
  const copy = join(folder, basename(node))
  copies.set(node, copy)
  chmodSync(folder, 0o755)
  copyFileSync(node, copy)
  chmodSync(copy, 0o755)
  return copy
}

/** Why the image's user cannot run a program. */
function findObstacle(program: string): string | undefined {
  const { error, status, stderr } = spawnSync(program, ['--version'], {
    cwd: '/',
    uid: imageUser,
    gid: imageUser,
    encoding: 'utf8',
  })
  if (error !== undefined) return error.message
  return status === 0 ? undefined : `exit code ${status}: ${stderr}`
}
