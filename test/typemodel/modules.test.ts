import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { diskFileHost } from '../../src/typemodel/file-host.ts'
import { printModel } from './print-model.ts'
import { codesOf, kindNamed, kindsOf, readFiles, readSpec, readWith } from './read-types.ts'

const folders: string[] = []

/** Files in a new temporary folder; a text `-> path` is a symbolic link. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'kops types #')), 'a b')
  folders.push(dirname(folder))
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    if (text.startsWith('-> ')) symlinkSync(text.slice(3), path)
    else writeFileSync(path, text)
  }
  return folder
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function kind(spec: string, imports: string): string {
  return `import type { CustomResource } from 'kops'\n${imports}\nexport interface K extends CustomResource { spec: ${spec} }\n`
}

describe('an imported type', () => {
  const net = 'export interface Endpoint { host: string }\n'

  test.for<[string, string, Readonly<Record<string, string>>]>([
    [
      'by the name of its file',
      "import type { Endpoint } from './net.ts'",
      { 'api/v1/net.ts': net },
    ],
    ['by a .js name', "import type { Endpoint } from './net.js'", { 'api/v1/net.ts': net }],
    ['without extension', "import type { Endpoint } from './net'", { 'api/v1/net.ts': net }],
    [
      'from an index',
      "import { Endpoint } from '..'",
      { 'api/index.ts': "export * from './net'", 'api/net.ts': net },
    ],
    [
      'under another name',
      "import { type E as Endpoint } from './net'",
      { 'api/v1/net.ts': 'interface Endpoint { host: string }\nexport { Endpoint as E }' },
    ],
    [
      'by default',
      "import Endpoint from './net'",
      { 'api/v1/net.ts': 'export default interface Endpoint { host: string }' },
    ],
    [
      'by default clause',
      "import { default as Endpoint } from './net'",
      { 'api/v1/net.ts': 'interface Endpoint { host: string }\nexport default Endpoint' },
    ],
    [
      'through barrels in a circle',
      "import { Endpoint } from './a'",
      {
        'api/v1/a.ts': "export * from './b'",
        'api/v1/b.ts': "export * from './a'\nexport { Endpoint } from './net'",
        'api/v1/net.ts': net,
      },
    ],
    ['from a declaration file', "import { Endpoint } from './net'", { 'api/v1/net.d.ts': net }],
    [
      'by import =',
      "import n = require('./net')\nimport Endpoint = n.Endpoint",
      { 'api/v1/net.ts': net },
    ],
    [
      'from a package',
      "import { Endpoint } from 'net-types'",
      {
        'node_modules/net-types/package.json': '{"types":"main.d.ts"}',
        'node_modules/net-types/main.d.ts': net,
      },
    ],
    [
      'from an exports map',
      "import { Endpoint } from 'net-types/sub'",
      {
        'node_modules/net-types/package.json': '{"exports":{"./sub":{"types":"./types/sub.d.ts"}}}',
        'node_modules/net-types/types/sub.d.ts': net,
      },
    ],
    [
      'from an ambient module',
      "import { Endpoint } from 'virtual:net'",
      { 'types/net.d.ts': `declare module 'virtual:net' { ${net} }` },
    ],
    ['from a global script', '', { 'types/net.d.ts': net.replace('export ', '') }],
    [
      'from declare global',
      '',
      { 'types/net.ts': `export {}\ndeclare global { ${net.replace('export ', '')} }` },
    ],
  ])('is found %s', ([, imports, files]) => {
    const result = readFiles({ 'api/v1/k.ts': kind('Endpoint', imports), ...files })
    expect(printModel(kindNamed(result, 'K'))).toBe(
      'K{<CustomResource>spec: Endpoint{host: string}}',
    )
    expect(codesOf(result)).toEqual([])
  })

  test.for<[string, string, Readonly<Record<string, string>>]>([
    ['a namespace import', "import * as n from './net'", { 'api/v1/net.ts': net }],
    [
      'export * as',
      "import { n } from './all'",
      { 'api/v1/all.ts': "export * as n from './net'", 'api/v1/net.ts': net },
    ],
    [
      'a namespace',
      '',
      {
        'api/v1/x.ts': '',
        'api/v1/global.d.ts': `declare namespace n { ${net.replace('export ', '')} }`,
      },
    ],
    ['an own namespace', `namespace n { ${net} }`, {}],
    [
      'nested names',
      'namespace a.b { export namespace n { export interface Endpoint { host: string } } }\nimport n = a.b.n',
      {},
    ],
  ])('is found behind %s', ([, imports, files]) => {
    const result = readFiles({ 'api/v1/k.ts': kind('n.Endpoint', imports), ...files })
    expect(printModel(kindNamed(result, 'K'))).toBe(
      'K{<CustomResource>spec: Endpoint{host: string}}',
    )
    expect(codesOf(result)).toEqual([])
  })

  test('merges with what augments its module', () => {
    const result = readFiles({
      'api/v1/k.ts': kind('Endpoint', "import { Endpoint } from './net'"),
      'api/v1/net.ts': net,
      'api/v1/more.ts': "import './net'\ndeclare module './net' { interface Endpoint { port: 1 } }",
    })
    expect(printModel(kindNamed(result, 'K'))).toContain('Endpoint{host: string; port: 1}')
  })
})

describe('a name that leads nowhere', () => {
  test.for<[string, string, string, Readonly<Record<string, string>>]>([
    ['type/unresolved-import', "import { Endpoint } from './net'", "'./net'", {}],
    ['type/unresolved-import', "import { Endpoint } from 'nowhere'", "'nowhere'", {}],
    [
      'type/unresolved-import',
      "import { Endpoint } from './all'",
      "'./gone'",
      { 'api/v1/all.ts': "export * from './gone'" },
    ],
    [
      'type/not-exported',
      "import { Endpoint } from './net'",
      'Endpoint',
      { 'api/v1/net.ts': 'export type X = 1' },
    ],
    ['type/unresolved-name', '', 'Endpoint', {}],
  ])('is %s at its place', ([code, imports, text, files]) => {
    const result = readFiles({ 'api/v1/k.ts': kind('Endpoint', imports), ...files })
    expect(printModel(kindNamed(result, 'K'))).toBe('K{<CustomResource>spec: !error}')
    expect(codesOf(result)).toEqual([code])
    const [diagnostic] = result.sink.diagnostics
    const { span } = diagnostic ?? {}
    expect(result.program.readText(span?.path ?? '')?.slice(span?.start, span?.end)).toBe(text)
    expect([...(diagnostic?.notes ?? []), ...(diagnostic?.helps ?? [])]).not.toEqual([])
  })

  test('is told once, however often it is used', () => {
    expect(readSpec('import { A } from "./a"\ntype Spec = { a: A; b: A[] }').codes).toEqual([
      'type/unresolved-import',
    ])
  })

  test('suggests what is near', () => {
    const { sink } = readSpec('interface Endpoint { a: 1 }\ntype Spec = Endpiont')
    expect(sink.diagnostics[0]?.helps).toEqual(['did you mean `Endpoint`?'])
  })

  test('is silent where no kind reaches it', () => {
    const result = readFiles({
      'src/main.ts': "import { A } from 'nowhere'\nexport interface B extends A { a: C }",
    })
    expect(kindsOf(result)).toEqual([])
    expect(codesOf(result)).toEqual([])
  })

  test('is told where the type is marked as a kind', () => {
    const source =
      "import { Base } from './base'\n// +kubebuilder:storageversion\nexport interface K extends Base { a: 1 }"
    expect(codesOf(readFiles({ 'api/v1/k.ts': source }))).toEqual(['type/unresolved-import'])
  })
})

describe('a monorepo', () => {
  const files = {
    'tsconfig.base.json':
      '{"compilerOptions":{"module":"esnext","moduleResolution":"bundler","paths":{"@shared/*":["./packages/shared/src/*"]}}}',
    'packages/op/tsconfig.json': '{"extends":"../../tsconfig.base.json","include":["api"]}',
    'packages/op/api/v1/k.ts': kind(
      '{ e: Endpoint; c: Capacity; n: v1.Name; w: Work }',
      "import type { Endpoint, Capacity, v1 } from '@shared/index'\nimport type { Work } from '@acme/work'",
    ),
    'packages/shared/src/index.ts':
      'export * from "./net.js"; export { Size as Capacity } from "./size.js"; export * as v1 from "./v1/index.js"',
    'packages/shared/src/net.ts': 'export interface Endpoint { host: string }',
    'packages/shared/src/size.ts': 'export type Size = "s" | "l"',
    'packages/shared/src/v1/index.ts': 'export type Name = string',
    'packages/work/package.json':
      '{"name":"@acme/work","exports":{".":{"types":"./lib/index.d.ts","default":"./lib/index.js"}}}',
    'packages/work/lib/index.d.ts': 'export interface Work { todo: string[] }',
    'node_modules/@acme/work': '-> ../../packages/work',
  }
  const want =
    'K{<CustomResource>spec: {e: Endpoint{host: string}; c: Size=("s" | "l"); n: Name=string; w: Work{todo: string[]}}}'

  test('is read from the package itself', () => {
    const root = join(folderWith(files), 'packages/op')
    const result = readWith(diskFileHost, { root })
    expect(printModel(kindNamed(result, 'K'))).toBe(want)
    expect(codesOf(result)).toEqual([])
    expect(result.program.packages.map(({ path }) => path)).toEqual(['api/v1'])
    expect(result.program.readText('../shared/src/net.ts')).toContain('Endpoint')
  })

  test('is read from its root by the name of the tsconfig', () => {
    const root = folderWith(files)
    const result = readWith(diskFileHost, { root, tsconfig: 'packages/op/tsconfig.json' })
    expect(printModel(kindNamed(result, 'K'))).toBe(want)
    expect(result.program.packages.map(({ path }) => path)).toEqual(['packages/op/api/v1'])
  })
})

describe("kops's own types", () => {
  const installed = {
    'node_modules/kops/package.json':
      '{"exports":{".":{"types":"./dist/index.d.ts"},"./kubernetes/*":{"types":"./dist/kubernetes/*.d.ts"}}}',
    'node_modules/kops/dist/index.d.ts':
      "export type { Meta } from './meta.js'\nexport declare enum Int32 { brand }",
    'node_modules/kops/dist/meta.d.ts':
      'export interface Meta { name?: string; labels?: Labels }\nexport type Labels = Record<string, string>',
    'node_modules/kops/dist/kubernetes/core/v1.d.ts':
      "import type { Meta } from 'kops'\nexport interface PodSpec { containers: Container[]; meta: Meta; policy?: Policy }\nexport interface Container { name: string }\nexport type Policy = 'a' | 'b'\nexport { Meta as Again } from 'kops'",
  }
  const core = "import type { PodSpec } from 'kops/kubernetes/core/v1'\n"

  test.for<[string, string]>([
    [
      `${core}type Spec = Omit<PodSpec, 'containers'>`,
      '{meta@PodSpec: Meta@kops; policy@PodSpec?: Policy@kops/kubernetes/core/v1}',
    ],
    [`${core}type Spec = PodSpec['containers']`, '=Container@kops/kubernetes/core/v1[]'],
    [`${core}type Spec = keyof PodSpec`, '=("containers" | "meta" | "policy")'],
    [`${core}type Spec = keyof PodSpec['meta']`, '=("name" | "labels")'],
    [
      `${core}interface Spec extends PodSpec { own: 1 }`,
      '{<PodSpec>containers@PodSpec: Container@kops/kubernetes/core/v1[]; meta@PodSpec: Meta@kops; policy@PodSpec?: Policy@kops/kubernetes/core/v1; own: 1}',
    ],
    [
      `${core}interface Spec { all: PodSpec['containers'] }`,
      '{all@PodSpec.containers: Container@kops/kubernetes/core/v1[]}',
    ],
    [
      `${core}type Spec = { [K in keyof PodSpec]: boolean }`,
      '{containers: boolean; meta: boolean; policy?: boolean}',
    ],
    [
      `${core}type Spec = { [K in 'policy']: PodSpec[K] }`,
      '{policy@PodSpec.policy: Policy@kops/kubernetes/core/v1 | undefined}',
    ],
    [`${core}type Spec = Pick<PodSpec & { policy: 'a' }, 'policy'>`, '{policy: "a"}'],
    [
      "import type { Meta } from 'kops'\ntype Spec = Meta['labels']",
      '=(Labels={[string]: string} | undefined)',
    ],
    [
      "import type { Again } from 'kops/kubernetes/core/v1'\ntype Spec = keyof Again",
      '=("name" | "labels")',
    ],
    ["import type { Meta } from './again'\ntype Spec = Meta", '=Meta@kops'],
    ["import type { Own } from './again'\ntype Spec = Own", '=Own=1'],
  ])('%s', ([source, want]) => {
    const again = { 'api/v1/again.ts': "export * from 'kops'\nexport type Own = 1" }
    const { text, codes } = readSpec(source, { ...installed, ...again })
    expect(text.replace('={', '{')).toBe(`Spec${want}`.replace('={', '{'))
    expect(codes).toEqual([])
  })

  test('are taken from the running command where the project has none', () => {
    const own = Object.fromEntries(
      Object.entries(installed).map(([path, text]) => [
        path.replace('node_modules/kops', 'command'),
        text,
      ]),
    )
    const source = `${core}type Spec = keyof PodSpec`
    const file = { 'api/v1/k.ts': kind('Spec', source) }
    const result = readFiles({ ...file, ...own }, { packageDirectory: '/project/command' })
    expect(printModel(kindNamed(result, 'K'))).toContain('"containers"')
    expect(codesOf(result)).toEqual([])
  })

  test('are named without any copy of the package', () => {
    const { text, codes } = readSpec(`${core}type Spec = { a?: PodSpec }`)
    expect([text, codes]).toEqual(['Spec{a?: PodSpec@kops/kubernetes/core/v1}', []])
  })

  test('cannot be taken apart without one', () => {
    expect(readSpec(`${core}type Spec = keyof PodSpec`).codes).toEqual(['type/library-not-found'])
  })
})

describe('a mistake of syntax', () => {
  test('is told at its place, once for each file', () => {
    const result = readFiles({ 'api/v1/k.ts': kind('{ a: string; b: }; c: = 1', '') })
    expect(codesOf(result)).toEqual(['type/syntax'])
  })

  test('is told where a kind reaches the file', () => {
    const result = readFiles({
      'api/v1/k.ts': kind('A', "import { A } from './a.ts'"),
      'api/v1/a.ts': 'export interface A { a: }',
    })
    printModel(kindNamed(result, 'K'))
    expect(codesOf(result)).toEqual(['type/syntax'])
  })

  test('is left to the compiler elsewhere', () => {
    expect(codesOf(readFiles({ 'src/main.ts': 'const = 1' }))).toEqual([])
  })
})
