import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { withFileLock } from '../../src/testing/file-lock.ts'

const directory = mkdtempSync(join(tmpdir(), 'kops-lock-'))

afterAll(() => {
  rmSync(directory, { recursive: true, force: true })
})

test('bodies under one lock run one after the other', async () => {
  const path = join(directory, 'one')
  let running = 0
  let waited = 0
  const body = async (): Promise<number> => {
    running += 1
    const seen = running
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    return seen
  }
  const lock = (): Promise<number> => withFileLock(path, body, () => (waited += 1))
  expect(await Promise.all([lock(), lock(), lock()])).toEqual([1, 1, 1])
  expect(waited).toBe(2)
  expect(existsSync(path)).toBe(false)
})

test('a lock is given back when the body fails', async () => {
  const path = join(directory, 'failing')
  await expect(withFileLock(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await withFileLock(path, () => Promise.resolve('free'))).toBe('free')
})

test('a lock that nobody keeps alive is taken over', async () => {
  const path = join(directory, 'stale')
  writeFileSync(path, '')
  utimesSync(path, new Date(0), new Date(0))
  expect(await withFileLock(path, () => Promise.resolve('taken'))).toBe('taken')
  expect(existsSync(path)).toBe(false)
})
