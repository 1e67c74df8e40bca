import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runKops, scratchFolder, type KopsRun } from '../run-kops.ts'

export const tunnel = `import type { CustomResource, Int32 } from 'kops'
import type { Port } from '../../types/port.js'

export interface TunnelSpec {
  host: string
  /** @minimum 1 */
  replicas?: Int32
  port?: Port
}

/** Tunnel leads somewhere. */
// +kubebuilder:subresource:status
export interface Tunnel extends CustomResource {
  spec: TunnelSpec
}
`

/** A small package of one kind with every sort of input that a result can depend on. */
export const sampleFiles: Readonly<Record<string, string>> = {
  'package.json': '{"type":"module"}',
  'tsconfig.json': '{"extends":"./tsconfig.base.json","include":["api","src"]}',
  'tsconfig.base.json': '{"compilerOptions":{"module":"nodenext","strict":true}}',
  'types/port.d.ts': 'export type Port = "http" | "https"\n',
  'header.txt': '// Copyright YEAR Me\n',
  'api/v1/groupversion.ts': '// +groupName=net.my.domain\nexport {}\n',
  'api/v1/tunnel.ts': tunnel,
  'src/main.ts':
    '// +kubebuilder:rbac:groups=core,resources=services,verbs=get\nexport const main = 1\n',
  'node_modules/.package-lock.json': '{}',
}

export const projectText = `domain: my.domain
layout:
- kops/v1
projectName: demo
resources:
- api:
    crdVersion: v1
    namespaced: true
  domain: my.domain
  group: net
  kind: Tunnel
  path: api/v1
  version: v1
version: "3"
`

export const crdPath = 'config/crd/bases/net.my.domain_tunnels.yaml'
export const rolePath = 'config/rbac/role.yaml'

/** A folder of files that a test changes and runs kops in. */
export class SamplePackage {
  readonly folder: string
  /** The user's caches, of this package alone. */
  readonly caches: string = scratchFolder()

  constructor(files: Readonly<Record<string, string>> = sampleFiles) {
    this.folder = scratchFolder(files)
  }

  run(...argv: readonly string[]): Promise<KopsRun> {
    return runKops(argv, {
      directory: this.folder,
      environment: { XDG_CACHE_HOME: this.caches },
    })
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8')
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true })
    writeFileSync(join(this.folder, path), text)
  }

  edit(path: string, from: string, to: string): void {
    const text = this.read(path)
    if (!text.includes(from)) throw new Error(`${path} holds no ${from}`)
    this.write(path, text.replace(from, to))
  }

  remove(path: string): void {
    rmSync(join(this.folder, path), { recursive: true })
  }

  changedAt(path: string): number {
    return statSync(join(this.folder, path)).mtimeMs
  }

  /** Every file but those of installed packages, by path. */
  files(): Record<string, string> {
    const paths = readdirSync(this.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.folder.length + 1))
      .filter((path) => !path.startsWith('node_modules/'))
    return Object.fromEntries(paths.sort().map((path) => [path, this.read(path)]))
  }
}
