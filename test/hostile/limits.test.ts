import { execFileSync } from 'node:child_process'
import { rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findProjectCopy } from '../../src/cli/trust/project-copy.ts'
import { parseManifests } from '../../src/manifest/parse-manifests.ts'
import { parseYaml } from '../../src/manifest/parse-yaml.ts'
import { projectFolder } from '../cli/project-folder.ts'
import { reportedCodes, runKops, scratchFolder } from '../cli/run-kops.ts'
import { frigates, withSpec } from '../generators/import/frigates.ts'
import { expectLinear } from '../growth.ts'

/*
 * Inputs without end or bottom end with a diagnostic.
 */

const types = ['generate', 'types', '--from', 'crds.yaml', '--output', 'api']

const deep: Readonly<Record<string, (n: number) => string>> = {
  'lists in brackets': (n) => `a: ${'['.repeat(n)}`,
  'closed lists in brackets': (n) => `a: ${'['.repeat(n)}${']'.repeat(n)}`,
  'maps in braces': (n) => '{a: '.repeat(n),
  'lists on one line': (n) => `${'- '.repeat(n)}a`,
  'keys without a text': (n) => `${'? '.repeat(n)}a`,
  'maps, each further in': (n) =>
    Array.from({ length: n }, (_, level) => `${' '.repeat(level)}a:`).join('\n'),
  'lists of JSON on lines of their own': (n) => '{"a":\n['.repeat(n),
}

describe('nesting', () => {
  test.for(Object.entries(deep))('%s end with a problem', ([, make]) => {
    for (const parse of [parseYaml, parseManifests]) {
      const [document] = parse(make(2000))
      expect(document?.problems[0]?.message).toBe('it nests more than 256 levels deep')
    }
  })

  test('200 levels are read', () => {
    const text = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`
    expect(parseYaml(text)[0]).toMatchObject({ problems: [] })
  })

  test('patterns full of brackets are no nesting', () => {
    const text = Array.from({ length: 1000 }, (_, at) => `k${at}: "[^[{]"`).join('\n')
    expect(parseManifests(text)[0]).toMatchObject({ problems: [] })
  })

  test.for(Object.entries(deep))('of %s is a diagnostic of kops', async ([, make]) => {
    const text = make(2000)
    const crds = `${frigates}---\n${text}\n`
    const folder = scratchFolder({ 'crds.yaml': crds })
    const run = await runKops(types, { directory: folder })
    expect(run.exitCode, run.stderr).toBe(1)
    expect(reportedCodes(run)).toEqual(['crd/invalid-yaml'])
    const project = await runKops(['manifests'], { directory: scratchFolder({ PROJECT: text }) })
    expect(project.exitCode, project.stderr).toBe(1)
    expect(reportedCodes(project)).toContain('project/invalid-yaml')
  })

  test('of a schema is a diagnostic', async () => {
    const schema = '{type: object, properties: {a: '.repeat(1000)
    const run = await runKops(types, {
      directory: scratchFolder({ 'crds.yaml': withSpec(schema) }),
    })
    expect(run.exitCode, run.stderr).toBe(1)
  })
})

describe('only regular files are read', () => {
  const unfit: Readonly<Record<string, (path: string) => void>> = {
    'a link to a device without end': (path) => symlinkSync('/dev/zero', path),
    'a pipe without a writer': (path) => void execFileSync('mkfifo', [path]),
    'a file of 100 GB': (path) => {
      writeFileSync(path, '')
      truncateSync(path, 100e9)
    },
  }

  test.for(Object.entries(unfit))('%s is no PROJECT', async ([, make]) => {
    const folder = scratchFolder()
    make(join(folder, 'PROJECT'))
    const run = await runKops(['edit', '--reference'], { directory: folder })
    expect(run.exitCode, run.stderr).toBe(1)
    expect(reportedCodes(run)).toHaveLength(1)
  })

  test.for(Object.entries(unfit))('%s is no definition', async ([, make]) => {
    const folder = scratchFolder()
    make(join(folder, 'crds.yaml'))
    const run = await runKops(types, { directory: folder })
    expect(run.exitCode, run.stderr).toBe(1)
    expect(reportedCodes(run)).toEqual(['crd/unreadable'])
  })

  test.for(Object.entries(unfit))('%s is no header', async ([, make]) => {
    const folder = scratchFolder({ 'crds.yaml': frigates })
    make(join(folder, 'header.txt'))
    const argv = [...types, '--header-file', 'header.txt']
    const run = await runKops(argv, { directory: folder })
    expect(run.exitCode, run.stderr).toBeOneOf([1, 2])
    const init = await runKops(['init', '--domain', 'a.org', '--license', 'header.txt'], {
      directory: folder,
    })
    expect(init.exitCode, init.stderr).toBeOneOf([1, 2])
  })

  test.for(Object.entries(unfit))('%s is no boilerplate', async ([, make]) => {
    const folder = await projectFolder()
    const path = join(folder, 'hack/boilerplate.txt')
    rmSync(path)
    make(path)
    const argv = ['create', 'api', '--group', 'a', '--version', 'v1', '--kind', 'B']
    const run = await runKops(argv, { directory: folder })
    expect(run.exitCode, run.stderr).toBe(1)
    expect(reportedCodes(run)).toEqual(['project/broken-file'])
  })

  test.for(Object.entries(unfit))('%s is no list of written files', async ([, make]) => {
    const folder = await projectFolder()
    const path = join(folder, '.kops/files')
    rmSync(path)
    make(path)
    const run = await runKops(['manifests', '--check'], { directory: folder })
    expect(run.exitCode, run.stderr).toBe(1)
    expect(reportedCodes(run)).toHaveLength(1)
  })

  test.for(Object.entries(unfit))('%s is no declaration of a kind', async ([, make]) => {
    const folder = await projectFolder()
    const names = ['--group', 'ship', '--version', 'v1', '--kind', 'Frigate']
    const argv = ['create', 'api', ...names, '--controller=false']
    expect(await runKops(argv, { directory: folder })).toMatchObject({ exitCode: 0 })
    const path = join(folder, 'api/ship/v1/frigate.ts')
    rmSync(path)
    make(path)
    const run = await runKops(['create', 'webhook', ...names, '--defaulting'], {
      directory: folder,
    })
    expect(run.exitCode, run.stderr).toBe(1)
  })

  test.for(Object.entries(unfit))('%s is no package.json of a copy of kops', ([, make]) => {
    const folder = scratchFolder({ PROJECT: '', 'node_modules/kops/bin/kops.js': '' })
    make(join(folder, 'node_modules/kops/package.json'))
    expect(findProjectCopy(folder, scratchFolder())).toBeUndefined()
  })
})

describe('the time of the reader of YAML grows with the text', () => {
  const inputs: Readonly<Record<string, (n: number) => string>> = {
    'lists on one line': (n) => `${'- '.repeat(n)}a`,
    'lists in brackets': (n) => `a: ${'['.repeat(n)}`,
    keys: (n) => Array.from({ length: n }, (_, at) => `k${at}: 1`).join('\n'),
    'a quoted text of many lines': (n) => `a: "${'x\n '.repeat(n)}"`,
    'a quoted text without an end': (n) => `a: "${'x\n '.repeat(n)}`,
    comments: (n) => '# a\n'.repeat(n),
    'a block text': (n) => `a: |\n${'  b\n'.repeat(n)}`,
    'blank lines of a block text': (n) => `a: |\n${'\n'.repeat(n)}  b`,
    blanks: (n) => `a:${' '.repeat(n)}b`,
  }

  test.for(Object.entries(inputs))('%s', ([name, make]) => {
    expectLinear(name, make, parseManifests)
  })
})
