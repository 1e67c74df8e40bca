import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { bundleCli } from './bundle-cli.js'

/*
 * `npm run build`: the command as one bundle in dist/cli, the built-in kinds in dist/kubernetes, and the library
 * entries with their types. `npm run build:cli` makes the bundle alone.
 */
await buildCli()
if (!process.argv.includes('--cli')) buildLibrary()
writeBuildId()

/** The bundle is made beside the old one and then takes its place, for a kops that runs meanwhile. */
async function buildCli() {
  const draft = `dist/cli.${process.pid}`
  try {
    await bundleCli(draft)
    rmSync('dist/cli', { recursive: true, force: true })
    renameSync(draft, 'dist/cli')
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function buildLibrary() {
  runNode('hack/kubernetes/declarations.js')
  cpSync('src/testing/control-plane', 'dist/testing/control-plane', { recursive: true })
  const compiler = 'node_modules/typescript/bin/tsc'
  const output = runNode(compiler, '-p', 'tsconfig.build.json', '--listEmittedFiles')
  const emitted = [...output.matchAll(/^TSFILE: (.*)$/gm)].map(([, path]) => path)
  removeStale(new Set(emitted.map((path) => relative('.', path))))
}

/** Files that the compiler wrote once and writes no longer, so that they are not packed. */
function removeStale(emitted) {
  const made = /^dist\/(cli|kubernetes|testing\/control-plane)(\/|\.)|\.tgz$|^dist\/build-id$/
  for (const entry of readdirSync('dist', { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !made.test(path) && !emitted.has(path)) rmSync(path)
  }
}

/** A hash of all that decides what kops writes: what kops keeps in its caches is tied to it. */
function writeBuildId() {
  const hash = createHash('sha256')
  const files = readdirSync('dist', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^\.|^build-id$|\.tgz$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  for (const path of files.sort()) hash.update(`${path}\n`).update(readFileSync(path))
  writeFileSync('dist/build-id', `${hash.digest('hex')}\n`)
}

function runNode(...command) {
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 26 }
  try {
    return execFileSync(process.execPath, command, options)
  } catch (error) {
    process.stderr.write(error.stdout ?? '')
    throw new Error(`${command[0]} failed`)
  }
}
