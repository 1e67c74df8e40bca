import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { reportedCodes, runKops, scratchFolder } from '../run-kops.ts'

/*
 * A package of a monorepo whose types come through path aliases, barrels and a workspace, in a folder
 * whose name is awkward.
 */

const crdPath = 'config/crd/bases/net.my.domain_tunnels.yaml'

const kindFile = (imports: string): string => `// +groupName=net.my.domain
import type { CustomResource } from 'kops'
${imports}
export interface Tunnel extends CustomResource {
  spec: { endpoint: Endpoint; capacity: Capacity; zone: v1.Zone; work: Work }
}
`

const shared = {
  endpoint:
    '/** Where it leads. */\nexport interface Endpoint {\n  /** @minLength 1 */\n  host: string\n}\n',
  size: "export type Size = 's' | 'l'\n",
  zone: '/** @maxLength 9 */\nexport type Zone = string\n',
  work: 'export interface Work {\n  todo: string[]\n}\n',
}

const spread: Readonly<Record<string, string>> = {
  'tsconfig.base.json':
    '{"compilerOptions":{"module":"esnext","moduleResolution":"bundler","paths":{"@shared/*":["./packages/shared/src/*"]}}}',
  'packages/op/tsconfig.json': '{"extends":"../../tsconfig.base.json","include":["api"]}',
  'packages/op/api/v1/tunnel.ts': kindFile(
    "import type { Capacity, Endpoint, v1 } from '@shared/index'\nimport type { Work } from '@acme/work'",
  ),
  'packages/op/api/v1/index.ts': "export * from './tunnel.ts'\n",
  'packages/op/api/index.ts': "export * from './v1/index.ts'\n",
  'packages/shared/src/index.ts':
    "export * from './net.js'\nexport { Size as Capacity } from './size.js'\nexport * as v1 from './v1/index.js'\n",
  'packages/shared/src/net.ts': shared.endpoint,
  'packages/shared/src/size.ts': shared.size,
  'packages/shared/src/v1/index.ts': shared.zone,
  'packages/work/package.json':
    '{"name":"@acme/work","exports":{".":{"types":"./lib/index.d.ts","default":"./lib/index.js"}}}',
  'packages/work/lib/index.d.ts': shared.work,
}

const together = kindFile('import type * as v1 from "./zone.ts"')
  .concat(shared.endpoint, shared.size, shared.work, 'type Capacity = Size\n')
  .replaceAll('export interface Endpoint', 'interface Endpoint')

function monorepo(changes: Readonly<Record<string, string>> = {}): string {
  const folder = join(scratchFolder(), 'my op #1')
  for (const [path, text] of Object.entries({ ...spread, ...changes })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  mkdirSync(join(folder, 'node_modules/@acme'), { recursive: true })
  symlinkSync('../../packages/work', join(folder, 'node_modules/@acme/work'))
  return folder
}

test('gives the same CRD as one file, from every folder', async () => {
  const plain = scratchFolder({ 'api/v1/tunnel.ts': together, 'api/v1/zone.ts': shared.zone })
  expect(await runKops(['manifests'], { directory: plain })).toMatchObject({ exitCode: 0 })
  const want = readFileSync(join(plain, crdPath), 'utf8')
  const folder = monorepo()
  const runs: readonly (readonly [directory: string, argv: readonly string[], output: string])[] = [
    ['packages/op', ['manifests'], 'packages/op'],
    ['.', ['manifests', '--tsconfig', 'packages/op/tsconfig.json'], '.'],
    ['packages/shared/src', ['-C', '../../op', 'manifests'], 'packages/op'],
  ]
  for (const [directory, argv, output] of runs) {
    const run = await runKops(argv, { directory: join(folder, directory) })
    expect(run.exitCode, run.stderr).toBe(0)
    expect(readFileSync(join(folder, output, crdPath), 'utf8')).toBe(want)
    rmSync(join(folder, output, 'config'), { recursive: true })
  }
})

test('fails where an import leads nowhere', async () => {
  const folder = monorepo({ 'tsconfig.base.json': '{"compilerOptions":{"module":"esnext"}}' })
  const run = await runKops(['manifests'], { directory: join(folder, 'packages/op') })
  expect(run.exitCode).toBe(1)
  expect(reportedCodes(run)).toEqual(['type/unresolved-import'])
  expect(run.stderr).toContain('api/v1/tunnel.ts:3:')
})
