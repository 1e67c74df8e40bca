import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cachedDataVersionTag } from 'node:v8'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'
import { cacheFolder } from './cache-folder.ts'

/** Machine code of other versions of kops and of Node stays until this many files are there. */
const mostFiles = 32
const checksumLength = 4

/**
 * Loads a large CommonJS file of the bundle with the machine code that V8 made of it in an earlier run.
 * Where there is none yet, it is kept when the process ends, so that it covers what the run used.
 * Node's own compile cache is not used: it is younger than Node 20, and slower for one large file.
 */
export function loadThroughCodeCache(file: URL, id: string): unknown {
  const path = fileURLToPath(file)
  const cache = cachePath(id)
  const cachedData = cache && readCache(cache)
  const script = new Script(wrap(readFileSync(path, 'latin1')), {
    filename: path,
    ...(cachedData && { cachedData }),
  })
  const isUsed = cachedData !== undefined && script.cachedDataRejected === false
  if (cache && !isUsed) process.once('exit', (code) => keep(script, code, cache))
  const module: { exports: unknown } = { exports: {} }
  const run: unknown = script.runInThisContext()
  if (typeof run !== 'function') throw new TypeError(`${path} is no module`)
  run(module.exports, createRequire(file), module, path, dirname(path))
  return module.exports
}

/** A run that stopped at the command line used too little to be worth keeping. */
function keep(script: Script, exitCode: number, cache: string): void {
  if (exitCode < 2) writeCache(cache, script.createCachedData())
}

function wrap(source: string): string {
  return `(function (exports, require, module, __filename, __dirname) {${source}\n})`
}

/** V8's tag stands for its version, its flags and the processor. `id` names the file and its content. */
function cachePath(id: string): string | undefined {
  try {
    const tag = cachedDataVersionTag().toString(16)
    return join(cacheFolder(process.env), 'code', `${id}-${process.arch}-${tag}.bin`)
  } catch {
    return undefined // no home folder: nothing is kept
  }
}

/** What an earlier run kept. V8 trusts such data, so only a whole file of this user's is taken. */
function readCache(path: string): Buffer | undefined {
  try {
    const file = openSync(path, 'r')
    try {
      if (fstatSync(file).uid !== (process.getuid?.() ?? 0)) return undefined
      const content = readFileSync(file)
      const data = content.subarray(checksumLength)
      return content.readUInt32LE(0) === crc32(data) ? data : undefined
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined // missing, unreadable or too short: the file is compiled as if it were new
  }
}

/** Keeps the data for later runs, whole or not at all. */
function writeCache(path: string, data: Buffer): void {
  const folder = dirname(path)
  const draft = `${path}.${process.pid}`
  const checksum = Buffer.alloc(checksumLength)
  checksum.writeUInt32LE(crc32(data))
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    try {
      writeFileSync(draft, Buffer.concat([checksum, data]), { mode: 0o600 })
      renameSync(draft, path)
    } finally {
      rmSync(draft, { force: true })
    }
    removeOldest(folder)
  } catch {
    // no room or no right to write: the next run compiles again
  }
}

function removeOldest(folder: string): void {
  const files = readdirSync(folder)
    .map((name) => join(folder, name))
    .map((path) => ({ path, changed: statSync(path).mtimeMs }))
    .sort((left, right) => right.changed - left.changed)
  for (const { path } of files.slice(mostFiles)) rmSync(path, { force: true })
}
