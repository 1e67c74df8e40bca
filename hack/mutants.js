import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { areas } from './mutants/areas.js'
import { filesBelow, instrument, keyOf } from './mutants/instrument.js'
import { countArea, printReport } from './mutants/report.js'

/*
 * Changes the code of some areas in small ways and counts which changes the unit tests notice: `make mutants`,
 * `make mutants FOLDER=workqueue,rbac`, `make mutants SAMPLE=200` for so many mutants of each area at most.
 */

const folder = '.mutants'
/** A mutant that takes so many times the CPU of the whole test file without coming back never ends. */
const mostTimesTheFile = 10
const fewestCpuSeconds = 4

const { FOLDER = '', SAMPLE = '' } = process.env
const names = FOLDER === '' ? Object.keys(areas) : FOLDER.split(',')
const unknown = names.filter((name) => areas[name] === undefined)
if (unknown.length > 0) {
  console.error(
    `there is no area ${unknown.join(', ')}; there are ${Object.keys(areas).join(', ')}`,
  )
  process.exit(2)
}

mkdirSync(folder, { recursive: true })
const listed = new Map(
  JSON.parse(readFileSync('test/mutants.json', 'utf8')).map((entry) => [keyOf(entry), entry]),
)
const counted = []
for (const name of names) {
  const results = await judgeArea(name)
  writeFileSync(`${folder}/${name}.json`, `${JSON.stringify(results, null, 1)}\n`)
  counted.push(countArea(name, results, listed))
}
process.exit(printReport(counted) ? 0 : 1)

async function judgeArea(name) {
  const { sources, tests } = areas[name]
  const { texts, mutants } = await instrument(filesBelow(sources, '.ts'))
  const chosen = sample(mutants)
  const files = { order: `${folder}/${name}.order.json`, log: `${folder}/${name}.log` }
  rmSync(files.log, { force: true })
  const order = {
    tests: filesBelow(tests, '.test.ts'),
    texts: Object.fromEntries(texts),
    log: files.log,
  }
  const verdicts = new Map()
  for (let isDone = false; !isDone;) {
    const left = chosen.filter(({ id }) => !isSettled(verdicts.get(id))).map(({ id }) => id)
    writeFileSync(files.order, JSON.stringify({ ...order, mutants: left }))
    isDone = await runOnce(files, verdicts)
  }
  return chosen.map((mutant) => ({
    ...mutant,
    ...(verdicts.get(mutant.id) ?? { status: 'unreached' }),
  }))
}

function isSettled(verdict) {
  return verdict?.status === 'killed'
}

/** Whether the run came to its end; a mutant that does not come back is settled and the run is to begin again. */
async function runOnce({ order, log }, verdicts) {
  rmSync(log, { force: true })
  const script = new URL('mutants/run-tests.js', import.meta.url).pathname
  const child = spawn(process.execPath, [script, order], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', () => resolve('ended')))
  let last = { at: 0, cpu: 0 }
  for (;;) {
    const state = await Promise.race([ended, sleep(2_000)])
    const records = existsSync(log)
      ? readFileSync(log, 'utf8')
          .trim()
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      : []
    const broken = records.find((each) => each.broken !== undefined)
    if (broken !== undefined) {
      throw new Error(`${broken.broken} fails without a mutant: ${broken.error?.message}`)
    }
    for (const { id, status, by } of records) {
      if (id !== undefined) verdicts.set(id, { status, by })
    }
    if (state === 'ended') return records.some((each) => each.finished !== undefined) || fail(log)
    const now = records.at(-1)
    if (now?.begun === undefined) continue
    const cpu = cpuSecondsOf(now.pid)
    if (last.at !== records.length) last = { at: records.length, cpu }
    const ofFile = records.findLast((each) => each.cpuSeconds !== undefined)?.cpuSeconds ?? 0
    if (cpu - last.cpu < Math.max(fewestCpuSeconds, ofFile * mostTimesTheFile)) continue
    verdicts.set(now.begun, { status: 'killed', by: 'an endless loop' })
    process.kill(now.pid, 'SIGKILL')
    child.kill('SIGKILL')
    await ended
    return false
  }
}

function fail(log) {
  throw new Error(`the tests ended without a verdict; see ${log}`)
}

function cpuSecondsOf(pid) {
  const text = execFileSync('ps', ['-o', 'cputime=', '-p', String(pid)], {
    encoding: 'utf8',
  }).trim()
  return text
    .split(/[-:]/)
    .reverse()
    .reduce((sum, part, index) => sum + Number(part) * ([1, 60, 3600, 86_400][index] ?? 0), 0)
}

/** The same mutants in every run, spread over the files. */
function sample(mutants) {
  const most = Number(SAMPLE)
  if (!(most > 0) || mutants.length <= most) return mutants
  const keys = new Set(
    mutants
      .map(({ key }) => key)
      .sort()
      .slice(0, most),
  )
  return mutants.filter(({ key }) => keys.has(key))
}
