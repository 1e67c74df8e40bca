import { readFileSync } from 'node:fs'
import { kubernetesRelease } from '../kubernetes/facts.ts'

/** What `kops version` prints and a bug report needs. */
export interface Versions {
  readonly kops: string
  /** The release of Kubernetes whose types kops knows and against which it is tested. */
  readonly kubernetes: string
  readonly node: string
  readonly platform: string
}

export function readVersions(): Versions {
  return {
    kops: readOwnVersion(),
    kubernetes: kubernetesRelease,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  }
}

function readOwnVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const manifest: unknown = JSON.parse(text)
  const isNamed = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return isNamed ? String(manifest.version) : 'unknown'
}
