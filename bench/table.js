/**
 * @typedef {import('./measure.js').Figures} Figures
 * @typedef {object} Row
 * @property {string} name
 * @property {string} peer
 * @property {Figures} ours
 * @property {Figures} theirs
 * @property {number} goal the largest ratio of wall time that is good
 * @property {'wall' | 'cpu'} [judged] what the goal is about; wall time unless said
 */

/** Prints a row as soon as it is measured. @param {Row} row */
export function printRow({ name, peer, ours, theirs, goal, judged = 'wall' }) {
  const ratio = ours[judged] / theirs[judged]
  const verdict = ratio <= goal ? 'met' : 'MISSED'
  const lines = [
    `${name}`,
    `  ${judged} ratio ${ratio.toFixed(2)}, goal ${goal}: ${verdict}`,
    `  kops  ${figures(ours)}`,
    `  ${peer.padEnd(5)} ${figures(theirs)}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return ratio <= goal
}

/** @param {Figures} each */
export function figures({ wall, cpu, memory }) {
  return `wall ${wall.toFixed(3)} s, CPU ${cpu.toFixed(3)} s, peak memory ${memory.toFixed(0)} MiB`
}
