import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { median } from '../measure.js'
import { repository, workFolder } from '../work-folder.js'
import { layTwins, typescriptKind } from '../twins.js'

/** Seconds that one turn may take after a one-field edit. @type {Record<number, number>} */
const goals = { 1: 0.1, 100: 0.3 }

/** A process that stays: how long a turn takes after a one-field edit. Judged in seconds, not beside a peer. */
export async function sessionRows() {
  const results = /** @type {boolean[]} */ ([])
  for (const count of [1, 100]) results.push(await rowOf(count))
  return results
}

/** @param {number} count */
async function rowOf(count) {
  const { typescript: root } = layTwins(join(workFolder, `session-${count}`), count)
  const require = createRequire(import.meta.url)
  const { loadGenerationSession } = require(join(repository, 'dist/cli/commands.cjs'))
  const { GenerationSession } = await loadGenerationSession()
  const session = new GenerationSession({ root, flags: {}, parts: ['manifests'] })
  const turns = /** @type {number[]} */ ([])
  for (let turn = 0; turn <= 12; turn++) {
    writeFileSync(join(root, 'api/v1/kind0.ts'), typescriptKind(0, turn + 1))
    const start = performance.now()
    const { diagnostics, outcome } = await session.refresh()
    const seconds = (performance.now() - start) / 1000
    const errors = diagnostics.filter((/** @type {any} */ each) => each.severity === 'error')
    if (!outcome || errors.length > 0)
      throw new Error(`the session failed: ${JSON.stringify(errors)}`)
    if (turn > 2) turns.push(seconds)
  }
  const seconds = median(turns)
  const goal = goals[count] ?? Number.NaN
  const verdict = seconds <= goal ? 'met' : 'MISSED'
  process.stdout.write(
    `${count} kinds, a process that stays, one field edited: ${seconds.toFixed(3)} s a turn, goal ${goal}: ${verdict}\n`,
  )
  return seconds <= goal
}
