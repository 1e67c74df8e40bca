import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import ts from 'typescript'
import {
  descriptorsFile,
  renderDescriptors,
  renderIndex,
  type DescribedKind,
} from '../../src/generators/descriptors.ts'
import { camelCase, quote } from '../../src/generators/generated-code.ts'
import { needsYear, renderHeader } from '../../src/generators/header.ts'
import {
  registrationFile,
  renderRegistration,
  type Registered,
} from '../../src/generators/registration.ts'

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  declaration: true,
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  types: [],
}

/** What of the runtime's types a registration uses. */
const runtimeTypes = `export interface Manager { readonly client: object }
interface Conversion { convertTo(object: object): object; convertFrom(object: object): object }
interface Builder { spoke(resource: object, conversion: Conversion): Builder; complete(): void }
export declare function newConversion(manager: Manager): { hub(resource: object): Builder }
`

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kops-generated-'))
  write('package.json', '{"type":"module"}')
  const library = resolve(import.meta.dirname, '../..')
  write(
    'node_modules/kops/package.json',
    '{"type":"module","exports":{".":"./src/index.ts","./runtime":"./runtime.d.ts"}}',
  )
  write('node_modules/kops/runtime.d.ts', runtimeTypes)
  symlinkSync(join(library, 'src'), join(folder, 'node_modules/kops/src'), 'dir')
})

afterEach(() => rmSync(folder, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function writeRegistration(registered: Registered): void {
  write('src/dependencies.ts', 'export interface Dependencies {}\n')
  write(registrationFile, renderRegistration(registered))
}

function compile(path: string): string[] {
  const program = ts.createProgram([join(folder, path)], options)
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

function described(
  kind: string,
  file: string,
  changes: Partial<DescribedKind> = {},
): DescribedKind {
  const plural = `${kind.toLowerCase()}s`
  return { group: 'apps.my.domain', version: 'v1', kind, plural, scope: 'Namespaced', subresources: ['status'], file, ...changes } // prettier-ignore
}

function writeVersion(path: string, kinds: readonly DescribedKind[]): void {
  for (const { file, kind } of kinds) {
    write(
      `${path}/${file}`,
      `import type { CustomResource } from 'kops'
export interface ${kind}Spec { image: string }
export interface ${kind} extends CustomResource { spec: ${kind}Spec }
`,
    )
  }
  write(`${path}/${descriptorsFile}`, renderDescriptors(kinds))
  const names = { kinds: kinds.map(({ kind }) => kind), files: kinds.map(({ file }) => file) }
  write(`${path}/index.ts`, renderIndex(names))
}

describe('renderDescriptors() and renderIndex()', () => {
  test('give type and descriptor under one name', () => {
    writeVersion('api/apps/v1', [
      described('Application', 'application.ts'),
      described('ResourceDescriptor', 'resourcedescriptor.ts', { scope: 'Cluster' }),
      described('Record', 'record.ts', { subresources: [] }),
    ])
    write(
      'main.ts',
      `import { Application, type ApplicationSpec, Record } from './api/apps/v1/index.ts'
declare function get<T>(kind: { readonly objectType?: T; readonly plural: string }): T
const spec: ApplicationSpec = { image: 'a' }
const app: Application = { ...get(Application), spec }
export const image: string = get(Record).spec.image + app.spec.image
`,
    )
    expect(compile('main.ts')).toEqual([])
  })

  test('settle which of two exports of one name is passed on', () => {
    for (const file of ['a.ts', 'b.ts']) {
      write(
        `api/v1/${file}`,
        `export type Port = '${file}'\nexport const size = '${file}' as const\n`,
      )
    }
    const settled = [
      { name: 'size', isType: false, file: 'b.ts' },
      { name: 'Port', isType: true, file: 'a.ts' },
    ]
    write('api/v1/index.ts', renderIndex({ kinds: [], files: ['b.ts', 'a.ts'], settled }))
    write(
      'main.ts',
      `import { size, type Port } from './api/v1/index.ts'
export const port: Port = 'a.ts'
export const same: 'b.ts' = size
`,
    )
    expect(compile('main.ts')).toEqual([])
  })

  test('do not depend on the order they are given', () => {
    const kinds = [described('B', 'b.ts'), described('A', 'a.ts')]
    expect(renderDescriptors(kinds)).toBe(renderDescriptors(kinds.toReversed()))
  })
})

describe('renderRegistration()', () => {
  test('lists every resource, the same kind of several groups and versions among them', () => {
    const kind = 'Application'
    writeVersion('api/apps/v1', [described(kind, 'application.ts')])
    writeVersion('api/a.b/v1', [described(kind, 'application.ts', { group: 'a.b' })])
    writeVersion('api/a-b/v1', [described(kind, 'application.ts', { group: 'a-b' })])
    const resources = ['apps', 'a.b', 'a-b'].map((group) => ({ group, version: 'v1', kind, path: `api/${group}/v1` })) // prettier-ignore
    const registered = { resources, controllers: [], webhooks: [], conversions: [] }
    writeRegistration(registered)
    expect(compile(registrationFile)).toEqual([])
    const reversed = { ...registered, resources: resources.toReversed() }
    expect(renderRegistration(reversed)).toBe(renderRegistration(registered))
  })

  test('calls the setup of every controller, and leaves out what it is told to', async () => {
    const ids = [
      'ship/frigate',
      'ship/frigate-backup',
      'a.b/frigate',
      '1st/x',
      'ship-frigate/backup',
    ]
    const controllers = ids.map((id) => ({ id, path: `src/controllers/${id}.ts` }))
    for (const { id, path } of controllers) {
      write(
        path,
        `export function setup(manager: object, _: object): void { (manager as { seen: string[] }).seen.push('${id}') }\n`,
      )
    }
    writeRegistration({ resources: [], controllers, webhooks: [], conversions: [] })
    expect(compile(registrationFile)).toEqual([])
    write(
      'main.ts',
      `import { registerAll } from './src/zz_generated.register.ts'\nregisterAll({} as never, {}, { except: ['ship/frigat'] })\n`,
    )
    expect(compile('main.ts').join()).toContain('ship/frigat')
    const module: unknown = await import(join(folder, registrationFile))
    const { registerAll } = module as {
      registerAll: (manager: object, dependencies: object, options?: object) => Promise<void>
    }
    const manager = { seen: [] as string[] }
    await registerAll(manager, {}, { except: ['ship/frigate'] })
    expect(manager.seen.toSorted()).toEqual(ids.filter((id) => id !== 'ship/frigate').toSorted())
  })

  test('adds webhooks and conversions beside controllers, or by themselves', async () => {
    const kind = 'Application'
    const [hub, spoke] = ['v1', 'v2'].map((version) => ({ group: 'apps', version, kind, path: `api/apps/${version}` })) // prettier-ignore
    if (hub === undefined || spoke === undefined) throw new Error('there are two versions')
    for (const { path, version } of [hub, spoke]) {
      writeVersion(path, [described(kind, 'application.ts', { version })])
    }
    write(
      'api/apps/v2/application.conversion.ts',
      `export function convertTo(spoke: object): object { return spoke }\nexport function convertFrom(hub: object): object { return hub }\n`,
    )
    const setup = (id: string): string =>
      `export function setup(manager: object, _: object): void { (manager as { seen: string[] }).seen.push('${id}') }\n`
    const controllers = [{ id: 'apps/x', path: 'src/controllers/apps/x.ts' }]
    const ids = ['core/v1/pod.validator', 'apps/v1/application.defaulter']
    const webhooks = ids.map((id) => ({ id, path: `src/webhooks/${id}.ts` }))
    for (const { id, path } of [...controllers, ...webhooks]) write(path, setup(id))
    const spokes = [{ resource: spoke, path: 'api/apps/v2/application.conversion.ts' }]
    const conversions = [{ id: 'apps/v1/application.conversion', hub, spokes }]
    writeRegistration({ resources: [hub, spoke], controllers, webhooks, conversions })
    expect(compile(registrationFile)).toEqual([])
    writeRegistration({ resources: [hub, spoke], controllers, webhooks: [], conversions })
    expect(compile(registrationFile)).toEqual([])
    writeRegistration({ resources: [], controllers, webhooks, conversions: [] })
    expect(compile(registrationFile)).toEqual([])
    const module: unknown = await import(join(folder, registrationFile))
    const { registerAll, registerWebhooks } = module as Record<
      'registerAll' | 'registerWebhooks',
      (manager: object, dependencies: object, options?: object) => Promise<void>
    >
    const [all, some] = [{ seen: [] as string[] }, { seen: [] as string[] }]
    await registerAll(all, {})
    await registerWebhooks(some, {}, { except: ['core/v1/pod.validator'] })
    expect(all.seen).toEqual(['apps/x', 'apps/v1/application.defaulter', 'core/v1/pod.validator'])
    expect(some.seen).toEqual(['apps/v1/application.defaulter'])
  })

  test('of a project without resources compiles too', () => {
    writeRegistration({ resources: [], controllers: [], webhooks: [], conversions: [] })
    expect(compile(registrationFile)).toEqual([])
  })
})

describe('renderHeader()', () => {
  test.for<[string, string]>([
    ['/*\nCopyright YEAR Me.\n\nText\n*/\n', '# Copyright 2030 Me.\n#\n# Text\n'],
    ['/*\r\n * One\r\n * Two\r\n */', '# One\n# Two\n'],
    ['// One\n// Two YEARS\n', '# One\n# Two YEARS\n'],
    ['# One\n', '# One\n'],
    ['One', '# One\n'],
    ['/* One */', '# One\n'],
    ['', ''],
  ])('turns %j into comment lines', ([text, header]) => {
    expect(renderHeader({ text, year: 2030 }, 'yaml')).toBe(header)
  })

  test('cannot do without a year where the text has a place for it', () => {
    expect(needsYear({ text: 'Copyright YEAR' })).toBe(true)
    expect(needsYear({ text: 'Copyright YEAR', year: 2030 })).toBe(false)
    expect(needsYear({ text: 'Copyright YEARS' })).toBe(false)
  })
})

test.for([
  [['apps', 'v1', 'Kind'], 'appsV1Kind'],
  [['a.b-c', 'v1', 'Kind'], 'aBCV1Kind'],
  [['1st', 'v1', 'Kind'], '_1stV1Kind'],
] as const)('camelCase() makes an identifier of %j', ([words, name]) => {
  expect(camelCase(words)).toBe(name)
})

test('quote() keeps every character', () => {
  expect(quote(`it's "a" \\ \n`)).toBe(String.raw`'it\'s "a" \\ \n'`)
})
