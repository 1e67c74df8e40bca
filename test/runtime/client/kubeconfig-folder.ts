import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { ClusterConnection } from '../../../src/runtime/client/connection.ts'
import {
  loadConnection,
  type ConnectionOptions,
} from '../../../src/runtime/client/load-connection.ts'

/** The files of the tests of one file. */
export let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kops-kubeconfig-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

export async function write(name: string, content: string): Promise<string> {
  const path = join(folder, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  return path
}

/** Loads with nothing of this machine: no variables, no home, no pod. */
export function load(options: ConnectionOptions = {}): Promise<ClusterConnection> {
  return loadConnection({
    environment: {},
    homeDirectory: join(folder, 'nobody'),
    serviceAccountDirectory: join(folder, 'no-pod'),
    ...options,
  })
}

export interface Parts {
  readonly cluster?: string
  readonly user?: string
  readonly more?: string
}

/** A kubeconfig whose one cluster and user have these fields, as YAML in braces. */
export function kubeconfig({
  cluster = 'server: https://10.0.0.1:6443',
  user: fields = '',
  more = '',
}: Parts): string {
  return `apiVersion: v1
kind: Config
current-context: here
contexts:
- name: here
  context: {cluster: c, user: u, namespace: shop}
clusters:
- name: c
  cluster: {${cluster}}
users:
- name: u
  user: {${fields}}
${more}`
}
