import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseYaml } from '../src/manifest/parse-yaml.ts'

const versions = JSON.parse(readFileSync('hack/node-versions.json', 'utf8')) as object
const majors = Object.keys(versions)

interface Run {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

const caches = mkdtempSync(join(tmpdir(), 'kops-ci-'))
afterAll(() => rmSync(caches, { recursive: true, force: true }))

function runNode(...words: readonly string[]): Run {
  const env = { ...process.env, XDG_CACHE_HOME: caches }
  return spawnSync(process.execPath, words, { encoding: 'utf8', env })
}

test('the Nodes that tests run on begin with the oldest that kops runs on', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    engines: { node: string }
  }
  expect(engines.node.replace('>=', '').split('.')[0]).toBe(majors[0])
  for (const [major, version] of Object.entries(versions)) {
    expect(version).toMatch(new RegExp(String.raw`^${major}\.\d+\.\d+$`))
  }
})

test('the workflow runs the tests on each of them', () => {
  const [document] = parseYaml(readFileSync('.github/workflows/test.yml', 'utf8'))
  expect(document?.value).toMatchObject({
    jobs: { test: { strategy: { matrix: { node: majors.map(Number) } } } },
  })
})

test('the Nodes beside its own are the others of the list', () => {
  const own = process.versions.node.split('.')[0]
  const others = runNode('hack/node.js', '--others').stdout.trim().split(' ')
  expect(others).toEqual(majors.filter((major) => major !== own))
})

test('a Node that is none of them is refused with their list', () => {
  const { status, stdout, stderr } = runNode('hack/node.js', '21')
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain(`NODE=21: the versions to choose from are ${majors.join(', ')}`)
})

test('a fresh machine has the tools alone, an empty home, and the totals of all runs at the end', (context) => {
  const { status: isNoClone } = spawnSync('git', ['rev-parse', 'HEAD'])
  if (isNoClone !== 0) return context.skip('this is no clone, or there is no git')
  const look = (name: string): string => `command -v ${name} || echo no ${name}`
  const { status, stdout } = runNode(
    'hack/fresh.js',
    `${look('kubectl')}; ${look('python3')}; ${look('make')}; ls -A "$HOME"; ls -A "$XDG_CACHE_HOME"; echo 3 passed, 0 failed, 1 skipped`,
    'ls Makefile; echo 2 passed, 0 failed, 2 skipped',
    'echo 1 passed, 2 failed, 0 skipped; exit 1',
    'exit 3',
  )
  expect(stdout).toMatch(/^no kubectl\nno python3\n.*\/bin\/make\nkops\n3 passed/m)
  expect(stdout).toMatch(/^Makefile\n2 passed/m)
  expect(stdout).toMatch(/^ {2}no totals, exit code 3: exit 3\n\n6 passed, 3 failed, 3 skipped\n$/m)
  expect(status).toBe(1)
})
