import { posix } from 'node:path'
import { renderYaml } from '../../manifest/render-yaml.ts'
import type { PlannedFile, PlannedRemoval } from '../../scaffold/plan.ts'
import type { FileHost } from '../../typemodel/file-host.ts'

/** The folder of CRDs and what a run makes of it. */
export interface CrdFolder {
  readonly root: string
  /** Relative to the root. */
  readonly folder: string
  readonly files: readonly PlannedFile[]
  readonly removals: readonly PlannedRemoval[]
}

/**
 * In a project the CRDs' folder lists its files for kustomize, those that someone put there among them.
 * The list's name has no ending, so that `kubectl apply -f` of the folder passes it over.
 */
export function planCrdList(crds: CrdFolder, host: FileHost): PlannedFile {
  const list = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: listNames(crds, host),
  }
  return {
    operation: 'write',
    path: posix.join(crds.folder, 'Kustomization'),
    content: `# Written by kops: one line for each file that it keeps here.\n${renderYaml(list)}`,
    ifExists: 'update',
    template: 'list',
  }
}

function listNames({ root, folder, files, removals }: CrdFolder, host: FileHost): string[] {
  const gone = new Set(removals.map(({ path }) => path))
  const there = host.readDirectory(posix.join(root, folder))?.files ?? []
  const kept = there.filter((name) => isManifest(name) && !gone.has(posix.join(folder, name)))
  const planned = files.filter(({ template }) => template === 'crd')
  return [...new Set([...kept, ...planned.map(({ path }) => posix.basename(path))])].sort()
}

function isManifest(name: string): boolean {
  return /\.ya?ml$/.test(name) && !/^kustomization\.ya?ml$/.test(name)
}
