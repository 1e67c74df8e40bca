import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { diskFileHost } from '../../src/typemodel/file-host.ts'
import { recordHolds, type InputRecord } from '../../src/typemodel/input-record.ts'
import { ProgramReader } from '../../src/typemodel/program-reader.ts'
import { RecordingHost } from '../../src/typemodel/recording-host.ts'
import { printModel } from './print-model.ts'

const files = {
  'tsconfig.base.json': '{"compilerOptions":{"module":"esnext","moduleResolution":"bundler"}}',
  'op/tsconfig.json': '{"extends":"../tsconfig.base.json","include":["api"]}',
  'op/api/v1/k.ts':
    "import type { CustomResource } from 'kops'\nimport type { A } from 'alpha'\nimport type { B } from './b'\nimport type { W } from 'work'\nexport interface K extends CustomResource { a: A; b: B; w: W }\n",
  'op/api/v1/b.ts': 'export type B = 1\n',
  'op/node_modules/alpha/package.json': '{"types":"main.d.ts"}',
  'op/node_modules/alpha/main.d.ts': 'export type A = 1\n',
  'packages/one/package.json': '{"types":"w.d.ts"}',
  'packages/one/w.d.ts': 'export type W = 1\n',
  'packages/two/package.json': '{"types":"w.d.ts"}',
  'packages/two/w.d.ts': 'export type W = 2\n',
}

let folder = ''
let root = ''

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function link(target: string): void {
  rmSync(join(root, 'node_modules/work'), { force: true })
  symlinkSync(target, join(root, 'node_modules/work'))
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kops-record-'))
  root = join(folder, 'op')
  for (const [path, text] of Object.entries(files)) write(path, text)
  link('../../packages/one')
})

afterEach(() => rmSync(folder, { recursive: true }))

function read(reader = new ProgramReader({ root })): { record: InputRecord; text: string } {
  const host = new RecordingHost(diskFileHost, root)
  const program = reader.read(host, new DiagnosticSink())
  const text = program.packages
    .flatMap(({ kinds }) => kinds.map(({ type }) => printModel(type)))
    .join('\n')
  return { record: JSON.parse(JSON.stringify(host.record())) as InputRecord, text }
}

test('a record holds while nothing changes', () => {
  const { record, text } = read()
  expect(text).toBe('K{<CustomResource>a: A=1; b: B=1; w: W=1}')
  expect(recordHolds(record, root)).toBe(true)
})

test.for<[string, () => void]>([
  ['a source file', () => write('op/api/v1/b.ts', 'export type B = 2\n')],
  ['a deleted file', () => unlinkSync(join(root, 'api/v1/b.ts'))],
  ['a new file', () => write('op/api/v1/new.ts', '')],
  ['a new folder', () => write('op/api/v2/new.ts', '')],
  ['a package that is nearer', () => write('op/api/node_modules/alpha/index.d.ts', '')],
  ['the tsconfig', () => write('op/tsconfig.json', '{"include":["other"]}')],
  [
    'the extended tsconfig',
    () => write('tsconfig.base.json', '{"compilerOptions":{"paths":{"alpha":["./x"]}}}'),
  ],
  [
    'an imported declaration file',
    () => write('op/node_modules/alpha/main.d.ts', 'export type A = 2'),
  ],
  ['a package.json', () => write('op/node_modules/alpha/package.json', '{"types":"other.d.ts"}')],
  ['a symbolic link', () => link('../../packages/two')],
])('a record no longer holds after a change of %s', ([, change]) => {
  const { record } = read()
  change()
  expect(recordHolds(record, root)).toBe(false)
})

test('a process that stays sees each change', () => {
  const reader = new ProgramReader({ root })
  read(reader)
  write('op/api/v1/b.ts', 'export type B = 2\n')
  link('../../packages/two')
  expect(read(reader).text).toBe('K{<CustomResource>a: A=1; b: B=2; w: W=2}')
  expect(read(reader).text).toBe(read().text)
})

test('a record is the same whatever the order of questions', () => {
  expect(read().record).toEqual(read().record)
})
