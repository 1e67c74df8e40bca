import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { workFolder } from './work-folder.js'

/**
 * @typedef {{ wall: number, cpu: number, memory: number }} Figures seconds, seconds, MiB
 * @typedef {object} Contender
 * @property {string} name
 * @property {string} folder where it runs
 * @property {readonly string[]} command
 * @property {(run: number) => void} [before] what changes before each run, not measured
 * @property {Record<string, string>} [environment]
 */

let program = ''

/** The small Go program that measures one command. */
function measureProgram() {
  if (program === '') {
    const folder = join(workFolder, 'bin')
    mkdirSync(folder, { recursive: true })
    program = join(folder, 'measure')
    const source = new URL('measure/main.go', import.meta.url).pathname
    execFileSync('go', ['build', '-o', program, source])
  }
  return program
}

/** Runs a contender once. @param {Contender} contender @param {number} run @returns {Figures} */
export function measureOnce(contender, run) {
  contender.before?.(run)
  const output = execFileSync(measureProgram(), contender.command, {
    cwd: contender.folder,
    env: { ...process.env, ...contender.environment },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1e9,
  })
  const { exitCode, ...figures } = JSON.parse(output)
  if (exitCode !== 0) throw new Error(`${contender.name} exited with ${exitCode}`)
  return figures
}

/**
 * Runs contenders in turn, A B A B …, after one round that does not count, and returns each one's medians:
 * the machine's speed drifts, and interleaving lets all see the same drift.
 * @template {string} Name @param {Record<Name, Contender>} contenders @param {number} runs
 * @returns {Record<Name, Figures>}
 */
export function compare(contenders, runs) {
  const names = /** @type {Name[]} */ (Object.keys(contenders))
  const figures = /** @type {Record<Name, Figures[]>} */ (
    Object.fromEntries(names.map((name) => [name, []]))
  )
  for (let run = 0; run <= runs; run++) {
    for (const name of names) {
      const result = measureOnce(contenders[name], run)
      if (run > 0) figures[name].push(result)
    }
  }
  return /** @type {Record<Name, Figures>} */ (
    Object.fromEntries(names.map((name) => [name, medians(figures[name])]))
  )
}

/** @param {readonly Figures[]} figures @returns {Figures} */
function medians(figures) {
  return {
    wall: median(figures.map((each) => each.wall)),
    cpu: median(figures.map((each) => each.cpu)),
    memory: median(figures.map((each) => each.memory)),
  }
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((left, right) => left - right)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}
