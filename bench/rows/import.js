import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { measureOnce, median } from '../measure.js'
import { npmProgram } from '../peers.js'
import { kops } from '../projects.js'
import { figures, printRow } from '../table.js'
import { repository, workFolder } from '../work-folder.js'

/*
 * CRDs to TypeScript and back. CRDS names a folder of them; without it, the definitions that this repository's cases
 * want are taken, which are small. ROUNDS says how often each is measured.
 */

/** @typedef {import('../measure.js').Figures} Figures */

const folder = join(workFolder, 'import')
const rounds = Number(process.env['ROUNDS'] || 3)

/** Relative to the folder: one of the peers knows no other. */
const output = 'out'

/** What people type to import one file. @type {Record<string, (file: string) => string[]>} */
const tools = {
  kops: (file) => [kops, 'generate', 'types', '--from', file, '--output', output],
  'cdk8s import': (file) => {
    const program = npmProgram('cdk8s-cli', '2.207.60', 'cdk8s')
    const quiet = ['--no-save', '--check-upgrade', 'false']
    return [program, 'import', file, '--language', 'typescript', '--output', output, ...quiet]
  },
  'crd-generate': (file) => {
    const program = npmProgram('@kubernetes-models/crd-generate', '5.1.0', 'crd-generate')
    return [program, '--input', file, '--output', output]
  },
}

export function importRows() {
  mkdirSync(folder, { recursive: true })
  const crds = readCrds()
  const largest = crds.toSorted((left, right) => right.length - left.length).slice(0, 20)
  const all = writeCrds('all', crds)
  const files = largest.map((text, index) => writeCrds(`largest-${index}`, [text]))
  return [
    importRow(`import of ${crds.length} CRDs at once`, [all], crds.length),
    importRow(`import of the ${files.length} largest, one by one`, files, files.length),
    regenerationRow(all, crds.length),
  ]
}

/** Every definition that kops takes, each once: what no API server takes is nobody's to import. */
function readCrds() {
  const given = process.env['CRDS']
  const source = given ? resolve(given) : join(repository, 'test', 'cases', 'generate')
  const argv = [kops, 'generate', 'types', '--from', source, '--output', 'out', '--dry-run']
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 30 }
  const { stderr } = spawnSync(process.execPath, [...argv, '--format', 'json'], options)
  /** @type {{ diagnostics: { severity: string, location?: { path: string } }[] }} */
  const report = JSON.parse(stderr.slice(stderr.indexOf('{')))
  const wrong = report.diagnostics.filter(({ severity }) => severity === 'error')
  const refused = new Set(wrong.map(({ location }) => resolve(folder, location?.path ?? '')))
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.ya?ml$/.test(path))
    .map((path) => join(source, path))
    .filter((path) => !refused.has(path))
  const texts = files.toSorted().map((path) => readFileSync(path, 'utf8').replace(/^---\n/, ''))
  return texts.filter((text) => /^kind: ['"]?CustomResourceDefinition/m.test(text))
}

/** @param {string} name @param {readonly string[]} texts */
function writeCrds(name, texts) {
  const path = join(folder, `${name}.yaml`)
  writeFileSync(path, texts.map((text) => `---\n${text}\n`).join(''))
  return path
}

/** Each tool at its turn, so that all see the same drift. @param {string} name @param {string[]} files @param {number} count */
function importRow(name, files, count) {
  /** @type {Map<string, Figures[]>} */
  const measured = new Map(Object.keys(tools).map((tool) => [tool, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [tool, figuresOf] of measured) {
      const figure = importAll(tool, files)
      if (figure === undefined) measured.delete(tool)
      else figuresOf.push(figure)
    }
  }
  const medians = new Map([...measured].map(([tool, each]) => [tool, mediansOf(each)]))
  const peers = [...medians].filter(([tool]) => tool !== 'kops')
  for (const tool of Object.keys(tools).filter((each) => !medians.has(each))) {
    process.stdout.write(`${name}: ${tool} fails\n`)
  }
  const [peer, theirs] = peers.toSorted(([, left], [, right]) => left.cpu - right.cpu)[0] ?? []
  const ours = medians.get('kops')
  if (!peer || !theirs || !ours) return false
  const perCrd = (/** @type {Figures} */ each) => `${((each.cpu / count) * 1000).toFixed(1)} ms`
  for (const [tool, each] of peers) {
    process.stdout.write(`${tool}: ${figures(each)}, ${perCrd(each)} of CPU a CRD\n`)
  }
  process.stdout.write(`kops: ${perCrd(ours)} of CPU a CRD\n`)
  return printRow({ name, peer, ours, theirs, goal: 0.5, judged: 'cpu' })
}

/** @param {string} tool @param {readonly string[]} files @returns {Figures | undefined} */
function importAll(tool, files) {
  const total = { wall: 0, cpu: 0, memory: 0 }
  try {
    for (const file of files) {
      rmSync(join(folder, output), { recursive: true, force: true })
      const command = [process.execPath, ...(tools[tool]?.(file) ?? [])]
      const figure = measureOnce({ name: tool, folder, command }, 0)
      total.wall += figure.wall
      total.cpu += figure.cpu
      total.memory = Math.max(total.memory, figure.memory)
    }
    return total
  } catch {
    // It cannot import one of them, which is told in the row.
    return undefined
  }
}

/** Back to definitions, in one process and with nothing kept from before. @param {string} file @param {number} count */
function regenerationRow(file, count) {
  const home = join(folder, 'cache')
  rmSync(join(folder, output), { recursive: true, force: true })
  spawnSync(process.execPath, tools['kops']?.(file) ?? [], { cwd: folder })
  const command = [process.execPath, kops, 'manifests', '--paths', 'out', '--crd-output', 'crds']
  const all = Array.from({ length: rounds }, () => {
    rmSync(home, { recursive: true, force: true })
    rmSync(join(folder, 'crds'), { recursive: true, force: true })
    return measureOnce({ name: 'kops', folder, command, environment: { XDG_CACHE_HOME: home } }, 0)
  })
  const each = mediansOf(all)
  const perCrd = ((each.cpu / count) * 1000).toFixed(1)
  const isBounded = each.memory <= 2048
  process.stdout.write(
    `regeneration of ${count} CRDs at once: ${figures(each)}, ${perCrd} ms of CPU a CRD, goal 2 GiB: ${isBounded ? 'met' : 'MISSED'}\n`,
  )
  return isBounded
}

/** @param {readonly Figures[]} all @returns {Figures} */
function mediansOf(all) {
  return {
    wall: median(all.map(({ wall }) => wall)),
    cpu: median(all.map(({ cpu }) => cpu)),
    memory: median(all.map(({ memory }) => memory)),
  }
}
