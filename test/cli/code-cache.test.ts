import { appendFileSync, chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadThroughCodeCache } from '../../src/cli/code-cache.ts'
import { scratchFolder } from './run-kops.ts'

const source = `
const path = require('node:path')
exports.sum = function sum(a, b) { return a + b }
exports.here = [__filename, __dirname].map((each) => path.basename(each))
`

let folder = ''
let atExit: (() => void)[] = []

beforeEach(() => {
  folder = scratchFolder({ 'large.cjs': source })
  atExit = []
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'))
  vi.spyOn(process, 'once').mockImplementation((event, listener) => {
    if (event === 'exit') atExit.push(() => listener(0))
    return process
  })
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const codeFolder = (): string => join(folder, 'cache/kops/code')
const keptFiles = (): string[] => readdirSync(codeFolder()).map((name) => join(codeFolder(), name))

/** Loads the file and ends the run; tells whether machine code of an earlier run was used. */
function load(): boolean {
  const loaded: unknown = loadThroughCodeCache(pathToFileURL(join(folder, 'large.cjs')), 'large-1')
  expect(loaded).toMatchObject({ here: ['large.cjs', expect.any(String)] })
  const isUsed = atExit.length === 0
  for (const listener of atExit.splice(0)) listener()
  return isUsed
}

test('keeps machine code when a run ends, for the next to use', () => {
  expect(load()).toBe(false)
  expect(keptFiles()).toHaveLength(1)
  expect(load()).toBe(true)
})

describe('a file that is not as it was written', () => {
  test.for<[string, (file: string) => void]>([
    ['empty', (file) => truncateSync(file)],
    ['shorter than its checksum', (file) => truncateSync(file, 2)],
    ['cut off', (file) => truncateSync(file, readFileSync(file).length - 10)],
    ['longer', (file) => appendFileSync(file, 'x')],
    ['something else', (file) => writeFileSync(file, 'not machine code at all')],
    ['altered in one bit', flipOneBit],
    ['a folder', replaceByFolder],
  ])('is passed over: %s', ([, spoil]) => {
    load()
    const [file = ''] = keptFiles()
    spoil(file)
    expect(load()).toBe(false)
  })

  test('is written anew', () => {
    load()
    keptFiles().forEach(flipOneBit)
    load()
    expect(load()).toBe(true)
  })
})

test('does without a place to keep it', () => {
  writeFileSync(join(folder, 'cache'), 'a file where a folder should be')
  expect(load()).toBe(false)
  expect(load()).toBe(false)
})

test('does without a folder that it may write to', () => {
  mkdirSync(codeFolder(), { recursive: true })
  chmodSync(codeFolder(), 0o500)
  load()
  chmodSync(codeFolder(), 0o700)
  expect(readdirSync(codeFolder()).filter((name) => !name.endsWith('.bin'))).toEqual([])
})

test('keeps the newest files only', () => {
  mkdirSync(codeFolder(), { recursive: true })
  for (let index = 0; index < 60; index += 1) {
    const file = join(codeFolder(), `old-${index}.bin`)
    writeFileSync(file, '')
    utimesSync(file, index, index)
  }
  load()
  expect(keptFiles()).toHaveLength(32)
  expect(load()).toBe(true)
})

function flipOneBit(file: string): void {
  const content = readFileSync(file)
  const middle = content.length >> 1
  content.writeUInt8(content.readUInt8(middle) ^ 1, middle)
  writeFileSync(file, content)
}

function replaceByFolder(file: string): void {
  rmSync(file)
  mkdirSync(file)
}
