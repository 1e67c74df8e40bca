import { spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { CertificateAuthority } from '../../dist/runtime/certificates/certificate-authority.js'
import { median } from '../measure.js'
import { buildContestants, goProgram, nodeFlags } from '../runtime/contestants.js'
import { newWidget, Widget } from '../runtime/widget.js'

/**
 * @typedef {'kops' | 'go'} ServerName
 * @typedef {{ admissions: number, perCpu: number, p50: number, p99: number }} Load what the load generator says
 * @typedef {Record<ServerName, Load>} Round
 * @typedef {{ name: string, unit: string, of: (load: Load) => number, least?: number, most?: number }} Figure
 */

const rounds = Number(process.env['KOPS_BENCH_ROUNDS'] ?? 5)
const duration = '4s'
/**
 * What GOMAXPROCS=1 says to Go: on a core of its own the thread that answers would wait for helpers which want the same
 * core.
 */
const oneCore = '--single-threaded'
/** Less than either can do, so that it is no queue that is measured. */
const gentleRate = 200

/**
 * A defaulting and a validating webhook in both languages, each on a core of its own, and one load for both: an
 * admission is a call of either.
 */
export async function webhookRows() {
  const folder = await buildContestants()
  const certificates = join(folder, 'certificates')
  const reviews = join(folder, 'reviews.jsonl')
  writeCertificate(certificates)
  writeFileSync(reviews, Array.from({ length: 50 }, (_, index) => newReview(index)).join('\n'))
  const results = /** @type {boolean[]} */ ([])
  for (const protocol of ['HTTP/1.1', 'HTTP/2']) {
    const flags = protocol === 'HTTP/2' ? ['--http2'] : []
    const race = (/** @type {number} */ rate) =>
      raceServers((name) => loadServer(name, { folder, certificates, reviews, flags, rate }))
    const title = `admissions of objects of 2048 bytes over ${protocol}, mutated and validated`
    results.push(...printFigures(`${title}, 16 at once`, await race(0), busyFigures))
    results.push(
      ...printFigures(`${title}, ${gentleRate} a second`, await race(gentleRate), calmFigures),
    )
  }
  return results
}

/** @type {readonly Figure[]} */
const busyFigures = [
  { name: 'admissions per second', unit: '', of: ({ admissions }) => admissions, least: 1 },
  { name: 'admissions per CPU second of the server', unit: '', of: ({ perCpu }) => perCpu },
  { name: 'p50', unit: 'ms', of: ({ p50 }) => p50 },
  { name: 'p99', unit: 'ms', of: ({ p99 }) => p99, most: 1.2 },
]

/** @type {readonly Figure[]} */
const calmFigures = [
  { name: 'p50', unit: 'ms', of: ({ p50 }) => p50 },
  { name: 'p99', unit: 'ms', of: ({ p99 }) => p99, most: 1.2 },
]

/** @param {(name: ServerName) => Promise<Load>} run */
async function raceServers(run) {
  const all = /** @type {Round[]} */ ([])
  for (let round = 0; round < rounds; round++) {
    const results = /** @type {Partial<Round>} */ ({})
    const order = /** @type {const} */ (['kops', 'go'])
    // Whoever follows another meets what that one left behind: every second round goes backwards.
    for (const name of round % 2 === 0 ? order : order.toReversed()) results[name] = await run(name)
    all.push(/** @type {Round} */ (results))
  }
  return all
}

/**
 * Starts a server on the first core, and sends it reviews from the second.
 * @param {ServerName} name
 * @param {{ folder: string, certificates: string, reviews: string, flags: string[], rate: number }} options
 * @returns {Promise<Load>}
 */
async function loadServer(name, { folder, certificates, reviews, flags, rate }) {
  const port = await freePort()
  const program = {
    kops: [process.execPath, ...nodeFlags, oneCore, join(folder, 'webhooks.mjs')],
    go: [goProgram, 'webhooks'],
  }[name]
  const served = ['--port', String(port), '--certs', certificates, ...flags]
  const [command = '', ...args] = [...onCore(0), ...program, ...served]
  const server = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', GOMAXPROCS: '1' },
  })
  const ended = new Promise((resolve) => server.once('close', resolve))
  try {
    await untilServing(server)
    const load = [goProgram, 'load', '--port', String(port), '--process', String(server.pid)]
    const sent = ['--reviews', reviews, '--rate', String(rate), '--duration', duration, ...flags]
    return await runLoad([...onCore(1), ...load, ...sent])
  } finally {
    server.kill('SIGKILL')
    await ended
  }
}

/** Both log that they serve. @param {import('node:child_process').ChildProcess} server */
function untilServing(server) {
  return new Promise((resolve, reject) => {
    let text = ''
    server.stderr?.on('data', (chunk) => {
      text = (text + chunk).slice(-4000)
      if (/serving/i.test(text)) resolve(undefined)
    })
    server.once('close', () => reject(new Error(`the server ended:\n${text}`)))
  })
}

/** @param {readonly string[]} words @returns {Promise<Load>} */
async function runLoad([command = '', ...args]) {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, GOMAXPROCS: '1' },
  })
  let text = ''
  child.stdout.on('data', (chunk) => (text += chunk))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`the load ended with ${code}`)
  return JSON.parse(text)
}

/** The words before a command that keep it on one core, where the machine has them. @param {number} core */
function onCore(core) {
  const isPossible = cpus().length > 1 && spawnSync('taskset', ['--version']).status === 0
  return isPossible ? ['taskset', '-c', String(core)] : []
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0
      server.close(() => resolve(port))
    })
  })
}

/** @param {string} folder */
function writeCertificate(folder) {
  const hosts = ['127.0.0.1']
  const { certificate, privateKey } = new CertificateAuthority('bench').issue({
    commonName: 'webhooks',
    hosts,
  })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'tls.crt'), certificate)
  writeFileSync(join(folder, 'tls.key'), privateKey)
}

/** As an API server sends it. @param {number} index */
function newReview(index) {
  const { group, version, kind, plural } = Widget
  const object = newWidget(index, 2048)
  if (index % 2 === 0) object.spec.replicas = 0
  const [gvk, gvr] = [
    { group, version, kind },
    { group, version, resource: plural },
  ]
  const request = {
    uid: `0df28fbd-5f5f-11e8-bc74-${String(index).padStart(12, '0')}`,
    kind: gvk,
    resource: gvr,
    requestKind: gvk,
    requestResource: gvr,
    name: object.metadata.name,
    namespace: 'default',
    operation: 'CREATE',
    userInfo: { username: 'admin', groups: ['system:masters', 'system:authenticated'] },
    object,
    oldObject: null,
    dryRun: false,
    options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1', fieldManager: 'kubectl' },
  }
  return JSON.stringify({ kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1', request })
}

/** @param {string} title @param {readonly Round[]} all @param {readonly Figure[]} figures */
function printFigures(title, all, figures) {
  process.stdout.write(`${title}\n`)
  return figures.flatMap((figure) => printFigure(all, figure))
}

/** @param {readonly Round[]} all @param {Figure} figure */
function printFigure(all, { name, unit, of, least, most }) {
  const [kops, go] = [
    median(all.map((each) => of(each.kops))),
    median(all.map((each) => of(each.go))),
  ]
  const ratio = median(all.map((each) => of(each.kops) / of(each.go)))
  const isGood = ratio >= (least ?? 0) && ratio <= (most ?? Infinity)
  const goal = least === undefined ? most && `at most ${most}` : `at least ${least}`
  const verdict = goal === undefined ? '' : `, goal ${goal}: ${isGood ? 'met' : 'MISSED'}`
  const show = (/** @type {number} */ value) => value.toFixed(value >= 100 ? 0 : 2)
  process.stdout.write(
    `  ${name}: ratio ${show(ratio)}${verdict}\n` +
      `    kops ${show(kops)} ${unit}, controller-runtime ${show(go)} ${unit}\n`,
  )
  return goal === undefined ? [] : [isGood]
}
