import { appendFileSync } from 'node:fs'
import { startTests } from '@vitest/runner'
import { VitestTestRunner } from 'vitest/runners'

/*
 * Judges mutants inside the worker that runs tests. Each test file runs once as it is, which shows what its tests
 * reach; then, for every mutant that it reaches, once more with that mutant switched on, and only the tests that reach
 * it. Modules stay loaded between mutants, but for those of mutants that act while a module loads.
 */

/** So many times as often as without the mutant, its place was reached: an endless loop. */
const loopFactor = 100
const fewestHits = 20_000
/** A test that waits so many times as long as any takes without the mutant has not noticed it. */
const longestFactor = 10
const shortestTimeoutMs = 1_500

const stryker = (globalThis.__stryker__ ??= {})
const judged = (globalThis.__judged__ ??= new Map())

/** The runner that vitest is given (`test.runner`). */
export default class JudgingRunner extends VitestTestRunner {
  onBeforeCollect() {
    forgetModules(this)
    stryker.mutantCoverage = { static: {}, perTest: {} }
    stryker.activeMutant = undefined
    stryker.hitCount = undefined
    stryker.currentTestId = undefined
    this.startedAt = process.cpuUsage()
  }

  onBeforeTryTask(test) {
    super.onBeforeTryTask(test)
    stryker.currentTestId = test.id
  }

  onAfterTryTask(test) {
    stryker.currentTestId = undefined
    return super.onAfterTryTask(test)
  }

  async onAfterRunSuite(suite) {
    await super.onAfterRunSuite(suite)
    if ('filepath' in suite) await this.#judgeFile(suite)
  }

  async #judgeFile(file) {
    if (file.result?.state === 'fail') {
      write({ broken: file.name, error: firstError(file) })
      return
    }
    this.longestMs = Math.max(...durationsOf(file))
    const { user, system } = process.cpuUsage(this.startedAt)
    write({ file: file.name, cpuSeconds: (user + system) / 1e6 })
    const reached = reachedBy(stryker.mutantCoverage)
    for (const id of reached.keys()) if (!judged.has(id)) judged.set(id, { status: 'survived' })
    const wanted = new Set(JSON.parse(process.env.KOPS_MUTANTS))
    const ids = [...reached.keys()].filter(
      (id) => wanted.has(id) && judged.get(id).status !== 'killed',
    )
    const isStatic = (id) => reached.get(id).isStatic
    for (const id of [...ids.filter((id) => !isStatic(id)), ...ids.filter(isStatic)]) {
      await this.#judge(file, id, reached.get(id))
    }
    write({ finished: file.name })
  }

  async #judge(file, id, { tests, hits, isStatic }) {
    write({ begun: id, pid: process.pid, file: file.name })
    if (isStatic) forgetModules(this)
    Object.assign(stryker, {
      activeMutant: id,
      currentTestId: undefined,
      hitCount: 0,
      hitLimit: Math.max(hits * loopFactor, fewestHits),
    })
    const outcome = await this.#run(file, isStatic ? undefined : tests)
    const isLoop = stryker.hitCount > stryker.hitLimit
    stryker.activeMutant = undefined
    stryker.hitCount = undefined
    if (isStatic) forgetModules(this)
    const verdict = isLoop ? { status: 'killed', by: 'an endless loop' } : outcome
    const before = judged.get(id)
    const isBetter = rank(verdict) > rank(before)
    if (isBetter) judged.set(id, verdict)
    write({ id, ...(isBetter ? verdict : before) })
  }

  /** Runs tests of the file until one fails. */
  async #run(file, testIds) {
    const testTimeout = Math.max(shortestTimeoutMs, this.longestMs * longestFactor)
    const runner = new OneMutantRunner({ ...this.config, testTimeout, hookTimeout: testTimeout })
    Object.defineProperty(runner, 'moduleRunner', { value: this.moduleRunner })
    runner.__setTraces(this._otel)
    forgetModule(this, file.filepath)
    const spec = { filepath: file.filepath, ...(testIds && { testIds: [...testIds] }) }
    const [again] = await startTests([spec], runner)
    if (runner.outcome === undefined && again.result?.state === 'fail') {
      return outcomeOf(firstError(again), again.name)
    }
    return runner.outcome ?? { status: 'survived' }
  }
}

/** Runs tests without a word to vitest, and stops at the first that notices something. */
class OneMutantRunner extends VitestTestRunner {
  outcome

  onTaskUpdate() {
    return Promise.resolve()
  }

  onAfterRunTask(test) {
    super.onAfterRunTask(test)
    if (test.result?.state !== 'fail') return
    const outcome = outcomeOf(test.result.errors?.[0], test.name)
    if (rank(outcome) > rank(this.outcome)) this.outcome = outcome
    if (this.outcome.status === 'killed') this.cancelRun = true
  }
}

/** A golden file that differs, and time that runs out, are less than a test that says what is wrong. */
function outcomeOf(error, test) {
  const { message = '' } = error ?? {}
  if (/timed out in \d+ms/.test(message)) return { status: 'timeout', by: test }
  if (/^Snapshot `.*` mismatched/s.test(message)) return { status: 'golden', by: test }
  return { status: 'killed', by: test }
}

function rank(outcome) {
  return ['survived', 'timeout', 'golden', 'killed'].indexOf(outcome?.status ?? 'survived')
}

function firstError(task) {
  for (const child of task.tasks ?? []) {
    const found = firstError(child)
    if (found !== undefined) return found
  }
  return task.result?.errors?.[0]
}

function durationsOf(task) {
  return task.tasks?.flatMap(durationsOf) ?? [task.result?.duration ?? 0]
}

/** By mutant: the tests that reach it, how often they do, and whether it acts while modules load. */
function reachedBy({ static: loading, perTest }) {
  const reached = new Map()
  const at = (id) => {
    const known = reached.get(id) ?? { tests: new Set(), hits: 0, isStatic: false }
    reached.set(id, known)
    return known
  }
  for (const [id, hits] of Object.entries(loading)) {
    at(id).isStatic = true
    at(id).hits += hits
  }
  for (const [test, counts] of Object.entries(perTest)) {
    for (const [id, hits] of Object.entries(counts)) {
      at(id).tests.add(test)
      at(id).hits += hits
    }
  }
  return reached
}

function forgetModules({ workerState }) {
  for (const [path, node] of workerState.evaluatedModules.idToModuleMap) {
    if (/\/(src|test)\//.test(path)) forget(node)
  }
}

function forgetModule({ workerState }, path) {
  const node = workerState.evaluatedModules.getModuleById(path)
  if (node !== undefined) forget(node)
}

function forget(node) {
  node.promise = undefined
  node.exports = undefined
  node.evaluated = false
  node.importers.clear()
}

function write(record) {
  appendFileSync(process.env.KOPS_MUTANTS_LOG, `${JSON.stringify(record)}\n`)
}
