import { join } from 'node:path'
import { compare, measureOnce } from '../measure.js'
import { controllerGen, node } from '../peers.js'
import { fieldEditor, kops, kopsProject, kubebuilderProject } from '../projects.js'
import { figures, printRow } from '../table.js'

const goals = /** @type {const} */ ({ 20: 0.6, 24: 0.4 })

/** A scaffolded project of one API: `kops manifests` beside controller-gen on kubebuilder's scaffold of the same. */
export function scaffoldRows() {
  const theirs = controllerGenContender()
  const results = /** @type {boolean[]} */ ([])
  for (const major of /** @type {const} */ ([20, 24])) {
    const folder = kopsProject(`kops-project-${major}`)
    const ours = {
      name: `kops manifests on Node ${major}`,
      folder,
      command: [node(major), kops, 'manifests'],
    }
    const first = measureOnce(ours, 0)
    process.stdout.write(`scaffold, Node ${major}, the very first run: ${figures(first)}\n`)
    const edit = fieldEditor(join(folder, 'api/apps/v1/application.ts'), 'Application ')
    const edited = compare({ ours: { ...ours, before: edit }, theirs }, 9)
    results.push(
      printRow({
        name: `scaffold, one field edited, new process, Node ${major}`,
        peer: 'c-gen',
        goal: goals[major],
        ...edited,
      }),
    )
    const unchanged = compare({ ours, theirs }, 9)
    results.push(
      printRow({
        name: `scaffold, nothing changed, Node ${major}`,
        peer: 'c-gen',
        goal: 0.15,
        ...unchanged,
      }),
    )
  }
  return results
}

function controllerGenContender() {
  const generators = ['rbac:roleName=manager-role', 'crd', 'webhook', 'paths=./...']
  return {
    name: 'controller-gen',
    folder: kubebuilderProject(),
    command: [controllerGen(), ...generators, 'output:crd:artifacts:config=config/crd/bases'],
  }
}
