import { join } from 'node:path'
import { compare, median } from '../measure.js'
import { buildContestants, runContestant } from '../runtime/contestants.js'
import { startCluster } from '../runtime/cluster.js'
import { lastVersion, startReplay } from '../runtime/replay-server.js'

/**
 * @typedef {import('../runtime/contestants.js').ContestantName} ContestantName
 * @typedef {import('../runtime/contestants.js').Line} Line
 * @typedef {Record<string, Line>} Run what one contestant said, by event
 * @typedef {Record<ContestantName, Run>} Round one run of each, one after the other
 * @typedef {object} Figure one line of the report
 * @property {string} name
 * @property {string} unit
 * @property {(run: Run) => number} of
 * @property {number} [most] the largest ratio kops to controller-runtime that is good
 * @property {number} [least] the smallest one
 * @property {number} [limit] the largest value that is good, whatever the other one's
 */

const contestantNames = /** @type {const} */ (['kops', 'go', 'kopsFloor', 'goFloor'])
const rounds = Number(process.env['KOPS_BENCH_ROUNDS'] ?? 5)
const lagGoal = 20

/** The rows by name, in the order in which they run; those of the second table share an API server. */
const rowsAlone = { entry: entryRow, replay: replayRow }
const rowsOfCluster = {
  sync: (/** @type {Cluster} */ cluster) => syncRow(cluster, smallSync),
  large: (/** @type {Cluster} */ cluster) => syncRow(cluster, largeSync),
  patch: patchRow,
  latency: latencyRow,
}
const usualRows = ['entry', 'replay', 'sync', 'patch', 'latency']
const wanted = process.env['KOPS_BENCH_ROWS']?.split(',') ?? usualRows

/**
 * kops/runtime beside controller-runtime: the same controller in both languages, and what either language alone takes.
 * `KOPS_BENCH_ROWS=sync,patch` measures these rows alone; `large`, 100,000 objects of 4 KB, is measured only where it
 * is named. `KOPS_BENCH_ROUNDS` says how often each runs (5).
 */
export async function runtimeRows() {
  const folder = await buildContestants()
  const results = []
  for (const [, row] of wantedOf(rowsAlone)) results.push(...(await row(folder)))
  const rows = wantedOf(rowsOfCluster)
  if (rows.length === 0) return results
  const cluster = await startCluster()
  try {
    for (const [, row] of rows) results.push(...(await row(cluster)))
  } finally {
    await cluster.stop()
  }
  return results
}

/** @template Row @param {Record<string, Row>} rows */
function wantedOf(rows) {
  return Object.entries(rows).filter(([name]) => wanted.includes(name))
}

/** @param {string} folder */
function entryRow(folder) {
  const { bare, entry } = compare(
    {
      bare: { name: 'node', folder, command: [process.execPath, '-e', '0'] },
      entry: { name: 'entry', folder, command: [process.execPath, join(folder, 'entry.mjs')] },
    },
    rounds * 2,
  )
  process.stdout.write('the entry kops/runtime, bundled, over bare Node\n')
  return [
    printValue('CPU', { value: (entry.cpu - bare.cpu) * 1000, unit: 'ms', limit: 100 }),
    printValue('memory', { value: entry.memory - bare.memory, unit: 'MiB', limit: 40 }),
  ]
}

const smallSync = { count: 10_000, bytes: 1024, cpu: 0.8, memory: 1.2, peak: 256 }
const largeSync = { count: 100_000, bytes: 4096, cpu: 1, memory: 1.3, peak: undefined }

/** @typedef {Awaited<ReturnType<typeof startCluster>>} Cluster */

/** @param {Cluster} cluster @param {typeof smallSync | typeof largeSync} size */
async function syncRow(cluster, { count, bytes, cpu, memory, peak }) {
  await cluster.fill(count, bytes)
  const all = await race((name) =>
    runContestant(name, { server: cluster.kubeconfig, workload: 'sync', count }),
  )
  return printFigures(
    `initial sync and a reconcile of each, ${count} objects of ${bytes} bytes`,
    all,
    [
      { name: 'CPU', unit: 's', of: ({ done }) => valueOf(done, 'cpu'), most: cpu },
      { name: 'wall', unit: 's', of: ({ done }) => valueOf(done, 'wall') },
      {
        name: 'resident',
        unit: 'MiB',
        of: (run) => valueOf(run['memory'], 'resident'),
        most: memory,
      },
      peak === undefined
        ? { name: 'peak', unit: 'MiB', of: (run) => valueOf(run['memory'], 'peak') }
        : { name: 'peak', unit: 'MiB', of: (run) => valueOf(run['memory'], 'peak'), limit: peak },
      lagFigure,
    ],
  )
}

async function replayRow() {
  const [count, events] = [10_000, 200_000]
  const replay = await startReplay(count, events)
  const flags = {
    server: replay.kubeconfig,
    workload: 'replay',
    count,
    last: lastVersion(count, events),
  }
  try {
    const all = await race((name) => runContestant(name, flags, () => replay.start()))
    const cpu = (/** @type {Run} */ { done, synced }) =>
      valueOf(done, 'cpu') - valueOf(synced, 'cpu')
    return printFigures(`${events} recorded events over ${count} objects`, all, [
      {
        name: 'reconciles per CPU second',
        unit: '',
        of: (run) => valueOf(run['done'], 'reconciles') / cpu(run),
        least: 0.8,
      },
      { name: 'CPU per event', unit: 'µs', of: (run) => (cpu(run) / events) * 1e6 },
      { name: 'peak', unit: 'MiB', of: ({ done }) => valueOf(done, 'peak') },
      lagFigure,
    ])
  } finally {
    replay.stop()
  }
}

/** @param {Cluster} cluster */
async function patchRow(cluster) {
  const [count, passes] = [2000, 5]
  await cluster.fill(count, 1024)
  let run = 0
  const all = await race((name) => {
    const flags = { server: cluster.kubeconfig, workload: 'patch', count, concurrent: 4, passes }
    return runContestant(name, { ...flags, run: `${process.pid}-${run++}` })
  })
  const patches = count * passes
  return printFigures(`${patches} status patches of ${count} objects, 4 at a time`, all, [
    {
      name: 'CPU per patch',
      unit: 'ms',
      of: ({ done, synced }) => ((valueOf(done, 'cpu') - valueOf(synced, 'cpu')) / patches) * 1000,
      most: 1,
    },
    lagFigure,
  ])
}

/** @param {Cluster} cluster */
async function latencyRow(cluster) {
  const [count, samples, rate] = [2000, 500, 100]
  await cluster.fill(count, 1024)
  const all = await race(async (name) => {
    let written = Promise.resolve()
    const flags = { server: cluster.kubeconfig, workload: 'latency', count, samples }
    const lines = await runContestant(name, flags, () => {
      written = cluster.write(samples, rate)
    })
    await written
    return lines
  })
  return printFigures(`write to reconcile, ${rate} writes a second`, all, [
    { name: 'p50', unit: 'ms', of: ({ done }) => valueOf(done, 'p50'), most: 1 },
    { name: 'p99', unit: 'ms', of: ({ done }) => valueOf(done, 'p99'), most: 1 },
    lagFigure,
  ])
}

/** @type {Figure} */
const lagFigure = {
  name: 'event-loop lag p99',
  unit: 'ms',
  of: ({ done }) => done?.['lag'] ?? Number.NaN,
  limit: lagGoal,
}

/** @param {Line | undefined} line @param {string} key */
function valueOf(line, key) {
  return line?.[key] ?? Number.NaN
}

/** All contestants in turn, round after round: they see the same drift of the machine. @param {(name: ContestantName) => Promise<Run>} run */
async function race(run) {
  const all = /** @type {Round[]} */ ([])
  for (let round = 0; round < rounds; round++) {
    const results = /** @type {Partial<Round>} */ ({})
    // Whoever follows another meets what that one left behind: every second round goes backwards.
    const order = round % 2 === 0 ? contestantNames : contestantNames.toReversed()
    for (const name of order) results[name] = await run(name)
    all.push(/** @type {Round} */ (results))
  }
  return all
}

/** @param {string} title @param {readonly Round[]} all @param {readonly Figure[]} lines */
function printFigures(title, all, lines) {
  process.stdout.write(`${title}\n`)
  return lines.flatMap((figure) => printFigure(all, figure))
}

/** @param {readonly Round[]} all @param {Figure} figure */
function printFigure(all, { name, unit, of, most, least, limit }) {
  const medians = Object.fromEntries(
    contestantNames.map((each) => [each, median(all.map((round) => of(round[each])))]),
  )
  const { kops = Number.NaN, go, kopsFloor, goFloor } = medians
  const alone = `language alone: Node ${show(kopsFloor)}, Go ${show(goFloor)}`
  if (limit !== undefined) {
    const isMet = printValue(name, { value: kops, unit, limit })
    process.stdout.write(`    controller-runtime ${show(go)} ${unit}; ${alone}\n`)
    return [isMet]
  }
  const ratios = all.map((round) => of(round.kops) / of(round.go)).sort((a, b) => a - b)
  const ratio = median(ratios)
  const spread = `${show(ratios[0])}–${show(ratios.at(-1))}`
  const isGood = least === undefined ? ratio <= (most ?? Infinity) : ratio >= least
  const goal = least === undefined ? `at most ${most}` : `at least ${least}`
  const hasGoal = (least ?? most) !== undefined
  const verdict = hasGoal ? `, goal ${goal}: ${isGood ? 'met' : 'MISSED'}` : ''
  process.stdout.write(
    `  ${name}: ratio ${show(ratio)} (${spread})${verdict}\n` +
      `    kops ${show(kops)} ${unit}, controller-runtime ${show(go)} ${unit};` +
      ` ${alone}\n`,
  )
  return hasGoal ? [isGood] : []
}

/** @param {string} name @param {{ value: number, unit: string, limit: number }} figure */
function printValue(name, { value, unit, limit }) {
  const isGood = value <= limit
  process.stdout.write(
    `  ${name}: ${show(value)} ${unit}, goal at most ${limit}: ${isGood ? 'met' : 'MISSED'}\n`,
  )
  return isGood
}

/** @param {number | undefined} value */
function show(value = Number.NaN) {
  if (Number.isNaN(value)) return '–'
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)
}
