import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare, measureOnce } from '../measure.js'
import { controllerGen, node } from '../peers.js'
import { kops } from '../projects.js'
import { figures, printRow } from '../table.js'
import { layTwins, typescriptKind } from '../twins.js'
import { workFolder } from '../work-folder.js'

/** The largest good ratio of wall times, where the issue of the day names one. @type {Record<number, Record<20 | 24, number>>} */
const goals = {
  1: { 20: Infinity, 24: 1 },
  10: { 20: Infinity, 24: Infinity },
  100: { 20: 0.7, 24: 0.7 },
  400: { 20: 0.7, 24: 0.7 },
}

/** Types alone: twins of 1, 10, 100 and 400 kinds of 40 fields. */
export function typesRows() {
  const results = /** @type {boolean[]} */ ([])
  for (const count of [1, 10, 100, 400]) {
    for (const major of /** @type {const} */ ([20, 24])) results.push(...rowsOf(count, major))
  }
  return [...results, ...growthRows()]
}

/** @param {number} count @param {20 | 24} major */
function rowsOf(count, major) {
  const { ours, theirs, edit } = contenders(count, major)
  process.stdout.write(
    `${count} kinds, Node ${major}, the very first run: ${figures(measureOnce(ours, 0))}\n`,
  )
  const runs = count > 100 ? 5 : 7
  const edited = compare({ ours: { ...ours, before: edit }, theirs }, runs)
  const goal = goals[count]?.[major] ?? Infinity
  const results = [
    printRow({
      name: `${count} kinds, one field edited, Node ${major}`,
      peer: 'c-gen',
      goal,
      ...edited,
    }),
  ]
  if (count === 100) {
    const unchanged = compare({ ours, theirs }, runs)
    const name = `${count} kinds, nothing changed, Node ${major}`
    results.push(printRow({ name, peer: 'c-gen', goal: 0.15, ...unchanged }))
  }
  return results
}

/** From 200 to 400 kinds the time may grow to 2.2 times. */
function growthRows() {
  return /** @type {const} */ ([20, 24]).map((major) => {
    const [half, whole] = [contenders(200, major), contenders(400, major)]
    const result = compare(
      {
        theirs: { ...half.ours, before: half.edit },
        ours: { ...whole.ours, before: whole.edit },
      },
      5,
    )
    const name = `400 kinds beside 200 kinds, Node ${major}`
    return printRow({ name, peer: '200', goal: 2.2, ...result })
  })
}

/** @param {number} count @param {20 | 24} major */
function contenders(count, major) {
  const folders = layTwins(join(workFolder, `twins-${count}-${major}`), count)
  return {
    ours: {
      name: `kops on Node ${major}`,
      folder: folders.typescript,
      command: [node(major), kops, 'manifests', '--crd-output', 'out'],
    },
    theirs: {
      name: 'controller-gen',
      folder: folders.go,
      command: [controllerGen(), 'crd', 'paths=./...', 'output:dir=out'],
    },
    edit: (/** @type {number} */ run) =>
      writeFileSync(join(folders.typescript, 'api/v1/kind0.ts'), typescriptKind(0, run + 1)),
  }
}
