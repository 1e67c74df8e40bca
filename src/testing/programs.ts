import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The Kubernetes release that kops runs and builds. */
export const kubernetesVersion = '1.37.2'

/** A program of the control plane, or one that speaks to it. */
export type ProgramName =
  'etcd' | 'kube-apiserver' | 'kube-controller-manager' | 'kube-scheduler' | 'kubectl'

/** How to build a program. */
export interface Program {
  /** A folder of `control-plane/` that holds a Go module. */
  readonly module: 'etcd' | 'kubernetes'
  /** The package with `main`. */
  readonly package: string
  readonly version: string
}

const kubernetesProgram = (name: string): Program => ({
  module: 'kubernetes',
  package: `k8s.io/kubernetes/cmd/${name}`,
  version: `v${kubernetesVersion}`,
})

/** Every program that kops can build. A row is enough for another one. */
export const programs: Readonly<Record<ProgramName, Program>> = {
  etcd: { module: 'etcd', package: '.', version: 'v3.6.16' },
  'kube-apiserver': kubernetesProgram('kube-apiserver'),
  'kube-controller-manager': kubernetesProgram('kube-controller-manager'),
  'kube-scheduler': kubernetesProgram('kube-scheduler'),
  kubectl: kubernetesProgram('kubectl'),
}

const [major = '', minor = ''] = kubernetesVersion.split('.')
const versionPackage = 'k8s.io/component-base/version'

/** Makes `/version` and `kubectl version` tell the release, and leaves out what debuggers want. */
export const linkerFlags: string = [
  '-s -w',
  `-X ${versionPackage}.gitVersion=v${kubernetesVersion}`,
  `-X ${versionPackage}.gitMajor=${major}`,
  `-X ${versionPackage}.gitMinor=${minor}`,
].join(' ')

const modules = fileURLToPath(new URL('./control-plane/', import.meta.url))

/** The folder of the Go module that a program is built from. */
export function moduleDirectory(program: Program): string {
  return `${modules}${program.module}`
}

/** Changes whenever another build of the programs would come out: names the folder that they are kept in. */
export function buildFingerprint(): string {
  const hash = createHash('sha256').update(linkerFlags)
  for (const module of new Set(Object.values(programs).map(moduleDirectory))) {
    for (const file of readdirSync(module).sort()) {
      hash.update(file).update(readFileSync(`${module}/${file}`))
    }
  }
  return hash.digest('hex').slice(0, 12)
}
