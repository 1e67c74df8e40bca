import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compare } from '../measure.js'
import { node } from '../peers.js'
import { kops, run } from '../projects.js'
import { figures, printRow } from '../table.js'
import { workFolder } from '../work-folder.js'

/** What the commands cost over Node's own start. */
export function commandRows() {
  return /** @type {const} */ ([20, 24]).flatMap((major) => [
    ...helpRow(major),
    overNode(major, 'kops init --no-install', initContender(major)),
    overNode(major, 'kops create api', createApiContender(major)),
  ])
}

/** @param {20 | 24} major */
function bareNode(major) {
  return { name: `Node ${major}`, folder: workFolder, command: [node(major), '-e', '0'] }
}

/** @param {20 | 24} major */
function helpRow(major) {
  const ours = { name: 'help', folder: workFolder, command: [node(major), kops, '--help'] }
  const result = compare({ ours, theirs: bareNode(major) }, 21)
  const name = `kops --help beside Node's own start, Node ${major}`
  return [printRow({ name, peer: 'node', goal: 1.3, ...result })]
}

/** At most 0.25 s of CPU more than Node itself. @param {20 | 24} major @param {string} what @param {import('../measure.js').Contender} ours */
function overNode(major, what, ours) {
  const result = compare({ ours, theirs: bareNode(major) }, 9)
  const over = result.ours.cpu - result.theirs.cpu
  const verdict = over <= 0.25 ? 'met' : 'MISSED'
  process.stdout.write(
    `${what}, Node ${major}: ${over.toFixed(3)} s of CPU over Node's own start, goal 0.25: ${verdict}\n` +
      `  kops  ${figures(result.ours)}\n`,
  )
  return over <= 0.25
}

/** @param {20 | 24} major */
function initContender(major) {
  const folder = join(workFolder, 'init')
  return {
    name: 'init',
    folder,
    command: [node(major), kops, 'init', '--domain', 'my.domain', '--no-install'],
    before: () => {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true })
    },
  }
}

/** @param {20 | 24} major */
function createApiContender(major) {
  const folder = join(workFolder, 'create-api')
  const api = ['--group', 'apps', '--version', 'v1', '--kind', 'Application']
  return {
    name: 'create api',
    folder,
    command: [node(major), kops, 'create', 'api', ...api],
    before: () => {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true })
      run(folder, node(major), [kops, 'init', '--domain', 'my.domain', '--no-install'])
    },
  }
}
