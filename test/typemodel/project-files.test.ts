import { describe, expect, test } from 'vitest'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { listSourceFiles, type ProgramOptions } from '../../src/typemodel/program-reader.ts'
import { memoryHost } from './memory-host.ts'

interface ConfigTexts {
  readonly tsconfigText?: string
  readonly 'api/tsconfig.json'?: string
}

function list(
  paths: readonly string[],
  options: Partial<ProgramOptions> & ConfigTexts = {},
): { files: string[]; codes: string[] } {
  const { tsconfigText, 'api/tsconfig.json': inner, ...rest } = options
  const texts = Object.fromEntries(paths.map((path) => [path, '']))
  const host = memoryHost({
    ...texts,
    ...(tsconfigText === undefined ? {} : { 'tsconfig.json': tsconfigText }),
    ...(inner === undefined ? {} : { 'api/tsconfig.json': inner }),
  })
  const sink = new DiagnosticSink()
  const files = listSourceFiles({ root: '/project', ...rest }, host, sink)
  return { files, codes: sink.diagnostics.map(({ code }) => code) }
}

const tree = [
  'api/v1/a.ts',
  'api/v1/a.test.ts',
  'api/v1/a.spec.ts',
  'api/v1/a.d.ts',
  'api/v1/notes.md',
  'api/v2/b.mts',
  'api/v2/__tests__/c.ts',
  'src/main.ts',
  'test/fixtures/d.ts',
  'dist/e.ts',
  'vendor/f.ts',
  'node_modules/g/g.ts',
  'src/node_modules/h/h.ts',
]

describe('without paths', () => {
  test('all but tests, outputs and declarations', () => {
    expect(list(tree)).toEqual({ files: ['api/v1/a.ts', 'api/v2/b.mts', 'src/main.ts'], codes: [] })
  })

  test.for<[string, string[]]>([
    ['{"include":["api"]}', ['api/v1/a.ts', 'api/v2/b.mts']],
    ['{"files":["src/main.ts"]}', ['src/main.ts']],
    ['{"include":["**/*"],"exclude":["api/v2"]}', ['api/v1/a.ts', 'src/main.ts']],
    ['{ // comment\n "include": ["src",], }', ['src/main.ts']],
    ['{"include":["nothing"]}', []],
  ])('those of %s', ([tsconfigText, want]) => {
    const { files } = list(tree, { tsconfigText })
    expect(files).toEqual(want)
  })
})

test('those of the projects that a tsconfig refers to', () => {
  const { files, codes } = list(tree, {
    tsconfigText: '{"files":[],"references":[{"path":"./api/tsconfig.json"},{"path":"./gone"}]}',
    'api/tsconfig.json': '{}',
  })
  expect(files).toEqual(['api/v1/a.ts', 'api/v2/b.mts'])
  expect(codes).toEqual(['type/tsconfig-not-found'])
})

describe('paths', () => {
  test.for<[string, string[]]>([
    ['api', ['api/v1/a.ts', 'api/v2/b.mts']],
    ['./api/', ['api/v1/a.ts', 'api/v2/b.mts']],
    ['./api/...', ['api/v1/a.ts', 'api/v2/b.mts']],
    ['./...', ['api/v1/a.ts', 'api/v2/b.mts', 'src/main.ts']],
    ['api/*/a.ts', ['api/v1/a.ts']],
    ['api/v?', ['api/v1/a.ts', 'api/v2/b.mts']],
    ['**/a.ts', ['api/v1/a.ts']],
    ['{api/v1,src}', ['api/v1/a.ts', 'src/main.ts']],
    ['api/{v1/a,v2/b}.{ts,mts}', ['api/v1/a.ts', 'api/v2/b.mts']],
    ['api/v1/a.ts', ['api/v1/a.ts']],
    ['/project/api/v1', ['api/v1/a.ts']],
    ['test/fixtures', ['test/fixtures/d.ts']],
  ])('%s', ([path, want]) => {
    expect(list(tree, { paths: [path] })).toEqual({ files: want, codes: [] })
  })

  test.for(['apis', 'api/*.ts', 'api/v1/b.ts', 'src/{x,y}'])('%s names nothing', (path) => {
    expect(list(tree, { paths: ['api', path] }).codes).toEqual(['type/no-files'])
  })
})

describe('a tsconfig', () => {
  test('that is not there is an error', () => {
    expect(list(tree, { tsconfig: 'tsconfig.build.json' }).codes).toEqual([
      'type/tsconfig-not-found',
    ])
  })

  test.for([
    '{"compilerOptions":{"target":"es1066"}}',
    '{"include": [}',
    '{"extends":"./gone.json"}',
  ])('that is wrong is an error: %s', (tsconfigText) => {
    expect(new Set(list(tree, { tsconfigText }).codes)).toEqual(new Set(['type/invalid-tsconfig']))
  })
})
