import { execFileSync, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { build } from 'esbuild'
import { repository, workFolder } from '../work-folder.js'

const folder = join(workFolder, 'runtime')
/** The Go program: its first argument may say which side of webhooks it is. */
export const goProgram = join(folder, 'controller-runtime')

/** @typedef {{ event: string } & Record<string, number>} Line what a contestant says on its standard output */
/** @typedef {'kops' | 'go' | 'kopsFloor' | 'goFloor'} ContestantName */

/** Node's flags and environment: those of a scaffolded image, and a flag to collect garbage before memory is read. */
export const nodeFlags = ['--max-semi-space-size=1', '--expose-gc']
const nodeEnvironment = { NODE_ENV: 'production', MALLOC_ARENA_MAX: '1' }

/** How each is started: two programs that do the same with a framework, and two that do it with none. */
const commands = /** @type {Record<ContestantName, string[]>} */ ({
  kops: [process.execPath, ...nodeFlags, join(folder, 'controller.mjs')],
  go: [goProgram],
  kopsFloor: [process.execPath, ...nodeFlags, join(folder, 'floor.mjs')],
  goFloor: [goProgram, '-floor'],
})

/** Builds all of them: the Go program as it is shipped, kops's as a project's `npm run build` does. */
export async function buildContestants() {
  execFileSync('go', ['build', '-ldflags=-s -w', '-o', goProgram, '.'], {
    cwd: join(repository, 'bench/controller-runtime'),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const entries = ['controller', 'floor', 'entry', 'webhooks'].map((name) =>
    join(repository, 'bench/runtime/programs', `${name}.js`),
  )
  await build({
    entryPoints: entries,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'warning',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  })
  return folder
}

/**
 * Runs a contestant to its end and gives what it said, by event.
 * @param {ContestantName} name @param {Record<string, string | number>} flags @param {() => void} [onSynced]
 * @returns {Promise<Record<string, Line>>}
 */
export async function runContestant(name, flags, onSynced) {
  const [program = '', ...first] = commands[name]
  const args = Object.entries(flags).flatMap(([flag, value]) => [`--${flag}`, String(value)])
  const child = spawn(program, [...first, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: program === goProgram ? process.env : { ...process.env, ...nodeEnvironment },
  })
  let complaints = ''
  child.stderr.on('data', (chunk) => (complaints = (complaints + chunk).slice(-4000)))
  const ended = new Promise((resolve) => child.once('close', resolve))
  const lines = /** @type {Record<string, Line>} */ ({})
  for await (const text of createInterface(child.stdout)) {
    const line = JSON.parse(text)
    lines[line.event] = line
    if (line.event === 'synced') onSynced?.()
  }
  if ((await ended) !== 0 || !lines['done']) throw new Error(`${name} failed:\n${complaints}`)
  return lines
}
