import { readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { packageDirectory } from '../../src/cli/own-package.ts'
import { judge, type Judgement } from './api-server.ts'
import type { Finding, Subject } from './examine.ts'
import type { Draw, Mutation } from './mutate.ts'
import { randomNumbers } from './random.ts'
import { renderReport } from './report.ts'
import { ThreadPool } from './thread-pool.ts'
import { typeCheck } from './type-check.ts'
import type { Task } from './worker.ts'

/*
 * `make conformance CRDS=DIR`: every definition of a folder to TypeScript and back. Start reading at the end.
 */

/** Every manifest of a folder and of those below it. */
function findSubjects(folder: string): Subject[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return paths
    .filter((path) => /\.(?:ya?ml|json)$/.test(path))
    .toSorted()
    .map((path) => ({ path, file: join(folder, path) }))
}

function progress(what: string, total: number): (done: number) => void {
  return (done) => {
    if (!process.stderr.isTTY) return
    process.stderr.write(`\r\u001B[K${done < total ? `${what}: ${done} of ${total} …` : ''}`)
  }
}

/** The package as it was built: it finds the sources of the servers beside itself. */
async function loadTesting(): Promise<typeof import('../../src/testing/index.ts')> {
  return import(join(packageDirectory, 'dist/testing/index.js'))
}

/** What the API server says of every file; undefined where there is no server to ask. */
async function judgeAll(
  findings: readonly Finding[],
): Promise<ReadonlyMap<string, Judgement> | undefined> {
  const { startControlPlane } = await loadTesting()
  const controlPlane = await startControlPlane().catch((error: unknown) => {
    process.stderr.write(`no API server: ${String(error)}\n`)
    return undefined
  })
  if (controlPlane === undefined) return undefined
  const judgements = new Map<string, Judgement>()
  const report = progress('asking the API server', findings.length)
  try {
    for (const finding of findings) {
      judgements.set(finding.path, await judge(controlPlane.client, finding))
      report(judgements.size)
    }
    return judgements
  } finally {
    await controlPlane.stop()
  }
}

/** Spreads random edits over the files that came back equal. */
function drawEdits(findings: readonly Finding[], count: number, random: () => number): Task[] {
  const good = findings.filter(({ verdict }) => verdict === 'equal')
  const draws = new Map<Finding, Draw[]>()
  for (let drawn = 0; drawn < count && good.length > 0; drawn++) {
    const finding = good[Math.floor(random() * good.length)]
    if (finding === undefined) continue
    const own = draws.get(finding) ?? []
    draws.set(finding, [...own, { kind: random(), edit: random() }])
  }
  return [...draws].map(([{ path }, own]) => ({
    subject: { path, file: join(folder, path) },
    draws: own,
  }))
}

const [given = ''] = process.argv.slice(2)
const folder = resolve(given)
const seed = Number(process.env['SEED'] || Math.floor(Math.random() * 1e9))
const edits = Number(process.env['EDITS'] || 500)
const subjects = findSubjects(folder)
process.stdout.write(`${subjects.length} files of ${relative('.', folder) || '.'}\n`)
const pool = new ThreadPool<Task, Finding | Mutation[]>(new URL('worker.mjs', import.meta.url))
const examined = await pool.run(
  subjects.map((subject) => ({ subject })),
  progress('there and back', subjects.length),
)
const findings = examined.flatMap((each) => ('verdict' in each ? [each] : []))
const random = randomNumbers(seed)
const mutations: Mutation[] = []
// Some types offer nothing to edit: other ones are drawn in their place.
for (let round = 0; round < 9 && mutations.length < edits; round++) {
  const tasks = drawEdits(findings, edits - mutations.length, random)
  const tried = await pool.run(tasks, progress('editing', tasks.length))
  const made = tried.flatMap((each) => ('verdict' in each ? [] : each))
  mutations.push(...made.filter(({ outcome }) => outcome !== 'none'))
}
await pool.close()
const sources = findings.flatMap((finding, index) =>
  finding.sources.map(({ path, content }) => ({ path: `${index}/${path}`, content })),
)
const judgements = await judgeAll(findings)
const typeErrors = typeCheck(sources, packageDirectory)
const report = renderReport({ findings, judgements, typeErrors, mutations, seed })
process.stdout.write(report.text)
process.exitCode = report.isMet ? 0 : 1
