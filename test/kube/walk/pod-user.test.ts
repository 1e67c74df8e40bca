import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi, type TestContext } from 'vitest'
import { findPodUser, imageUser } from './pod-user.ts'

let closed: string

afterEach(() => vi.unstubAllEnvs())

/** A Node in a folder that only root may enter. */
function closedNode({ skip, onTestFinished }: TestContext): string {
  if (process.getuid?.() !== 0) return skip('only root may become another user')
  closed = mkdtempSync(join(tmpdir(), 'kops-closed-'))
  onTestFinished(() => rmSync(closed, { recursive: true, force: true }))
  const node = join(closed, 'node')
  copyFileSync(process.execPath, node)
  return node
}

test('the image runs a copy of a Node that its user may not enter', (context) => {
  const node = closedNode(context)
  const { node: copy, identity } = findPodUser(node)
  expect(identity).toBe(imageUser)
  expect(copy).not.toBe(node)
  const { stdout } = spawnSync(copy, ['-p', 'process.getuid()'], {
    cwd: '/',
    encoding: 'utf8',
    uid: imageUser,
    gid: imageUser,
  })
  expect(stdout).toBe(`${imageUser}\n`)
  expect(findPodUser(node).node).toBe(copy)
})

test('a machine where no copy can be run is told at once', (context) => {
  const node = closedNode(context)
  const temporary = join(closed, 'tmp')
  mkdirSync(temporary)
  vi.stubEnv('TMPDIR', temporary)
  expect(() => findPodUser(node)).toThrow(/^user 65532 .* set TMPDIR to a folder/)
})
