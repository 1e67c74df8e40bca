import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureOnce } from '../measure.js'
import { kopsProject, kubebuilderProject, run } from '../projects.js'
import { printRow } from '../table.js'
import { workFolder } from '../work-folder.js'

/**
 * From a fresh clone of a scaffolded project to its first manifests, installs included. The package clients' own
 * download caches are warm on both sides; what each tool builds is built anew.
 */
export function freshCloneRows() {
  const ours = measureOnce({ name: 'kops', folder: cloneOfKops(), command: ['make', 'first'] }, 0)
  const cache = mkdtempSync(join(tmpdir(), 'kops-bench-go-cache-'))
  const theirs = measureOnce(
    {
      name: 'kubebuilder',
      folder: cloneOfKubebuilder(),
      command: ['make', 'manifests'],
      environment: { GOCACHE: cache },
    },
    0,
  )
  rmSync(cache, { recursive: true, force: true })
  const name = 'from a fresh clone to first manifests, installs included'
  return [printRow({ name, peer: 'kb', goal: 0.3, ours, theirs })]
}

function cloneOfKops() {
  const project = kopsProject('kops-project-clone')
  const folder = freshFolder('clone-kops')
  cpSync(project, folder, { recursive: true })
  rmSync(join(folder, 'config/crd/bases'), { recursive: true })
  writeFileSync(
    join(folder, 'GNUmakefile'),
    'first:\n\tnpm install --silent\n\t$(MAKE) manifests\n\ninclude Makefile\n',
  )
  return folder
}

function cloneOfKubebuilder() {
  const folder = freshFolder('clone-kubebuilder')
  cpSync(kubebuilderProject(), folder, { recursive: true })
  rmSync(join(folder, 'bin'), { recursive: true, force: true })
  run(folder, 'go', ['mod', 'download'])
  return folder
}

/** @param {string} name */
function freshFolder(name) {
  const folder = join(workFolder, name)
  rmSync(folder, { recursive: true, force: true })
  return folder
}
