import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GoProgram } from './build-program.ts'

/** The Kubernetes release that kops runs and builds. */
export const kubernetesVersion = '1.37.2'

/** A program of the control plane, or one that speaks to it. */
export type ProgramName =
  | 'etcd'
  | 'kube-apiserver'
  | 'kube-controller-manager'
  | 'kube-scheduler'
  | 'kubectl'
  | 'kwok'
  | 'kwok-stages'

const modules = fileURLToPath(new URL('./control-plane/', import.meta.url))
const versionPackage = 'k8s.io/component-base/version'
const [major = '', minor = ''] = kubernetesVersion.split('.')

/** Leaves out what only debuggers want. */
const stripped = '-s -w'

/** Makes `/version` and `kubectl version` tell the release. */
const kubernetesFlags = [
  stripped,
  `-X ${versionPackage}.gitVersion=v${kubernetesVersion}`,
  `-X ${versionPackage}.gitMajor=${major}`,
  `-X ${versionPackage}.gitMinor=${minor}`,
].join(' ')

const kubernetesProgram = (name: ProgramName): GoProgram => ({
  name,
  version: `v${kubernetesVersion}`,
  moduleDirectory: `${modules}kubernetes`,
  package: `k8s.io/kubernetes/cmd/${name}`,
  linkerFlags: kubernetesFlags,
})

/** Plays a node; `kwok-stages` prints how, as its configuration. */
const kwokProgram = (name: ProgramName, mainPackage: string): GoProgram => ({
  name,
  version: 'v0.8.0',
  moduleDirectory: `${modules}kwok`,
  package: mainPackage,
  linkerFlags: stripped,
})

/** Every program that kops can build. A row is enough for another one. */
export const programs: Readonly<Record<ProgramName, GoProgram>> = {
  etcd: {
    name: 'etcd',
    version: 'v3.6.16',
    moduleDirectory: `${modules}etcd`,
    package: '.',
    linkerFlags: stripped,
  },
  'kube-apiserver': kubernetesProgram('kube-apiserver'),
  'kube-controller-manager': kubernetesProgram('kube-controller-manager'),
  'kube-scheduler': kubernetesProgram('kube-scheduler'),
  kubectl: kubernetesProgram('kubectl'),
  kwok: kwokProgram('kwok', 'sigs.k8s.io/kwok/cmd/kwok'),
  'kwok-stages': kwokProgram('kwok-stages', '.'),
}

/**
 * The name of the folder that keeps a built program. It changes whenever another build would come out,
 * so that an old program is never taken for a new one.
 */
export function buildName({ version, moduleDirectory, linkerFlags }: GoProgram): string {
  const hash = createHash('sha256').update(linkerFlags)
  for (const file of readdirSync(moduleDirectory).sort()) {
    hash.update(file).update(readFileSync(`${moduleDirectory}/${file}`))
  }
  return `${basename(moduleDirectory)}-${version}-${hash.digest('hex').slice(0, 12)}`
}
