import { execa } from 'execa'
import type { KubernetesObject } from '../../src/apimachinery/kubernetes-object.ts'
import { findPrograms } from '../../src/testing/index.ts'
import { readObjects } from '../oracle/controller-gen.ts'

let found: Promise<string> | undefined

/** A kubectl that has kustomize: the one on the PATH, else one that is found or built as the servers are. */
export function findKubectl(): Promise<string> {
  found ??= locate()
  return found
}

async function locate(): Promise<string> {
  const { failed } = await execa('kubectl', ['kustomize', '--help'], { reject: false })
  return failed ? (await findPrograms(['kubectl'])).kubectl : 'kubectl'
}

/** What `kubectl kustomize` builds of a folder, in its order. Rejects with what it complains of. */
export async function kustomize(directory: string, program?: string): Promise<KubernetesObject[]> {
  const { stdout, stderr } = await execa(program ?? (await findKubectl()), ['kustomize', directory])
  const complaints = stderr.split('\n').filter((line) => line !== '' && !isExpected(line))
  if (complaints.length > 0) throw new Error(`kubectl kustomize ${directory}: ${stderr}`)
  return readObjects(stdout)
}

/** Certificates of cert-manager hold names in text, which nothing but `vars` follows through overlays. */
function isExpected(line: string): boolean {
  return line.startsWith("# Warning: 'vars' is deprecated.")
}

/** Runs kubectl against a cluster and returns its standard output. */
export async function kubectl(kubeconfigPath: string, ...line: string[]): Promise<string> {
  const { stdout } = await execa(await findKubectl(), line, {
    env: { KUBECONFIG: kubeconfigPath },
  })
  return stdout
}
