import { execa } from 'execa'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { BuildError, buildProgram, type GoProgram } from '../../src/testing/build-program.ts'
import { buildName } from '../../src/testing/programs.ts'
import { hasGo } from '../oracle/controller-gen.ts'

const directory = mkdtempSync(join(tmpdir(), 'kops-build-'))
const moduleDirectory = join(directory, 'module')
const withGo = await hasGo()

afterAll(() => {
  rmSync(directory, { recursive: true, force: true })
})

function program(main: string): GoProgram {
  mkdirSync(moduleDirectory, { recursive: true })
  writeFileSync(join(moduleDirectory, 'go.mod'), 'module example\n\ngo 1.24\n')
  writeFileSync(join(moduleDirectory, 'main.go'), `package main\n\n${main}\n`)
  return {
    name: 'hello',
    version: 'v1',
    moduleDirectory,
    package: '.',
    linkerFlags: '-X main.word=hello',
  }
}

const hello = 'var word string\n\nfunc main() { print(word) }'

test.skipIf(!withGo)('a program that several ask for is built once, and told of once', async () => {
  const path = join(directory, 'cache/one/hello')
  const told: string[] = []
  const progress = { isTerminal: false, write: (text: string): void => void told.push(text) }
  const build = (): Promise<void> => buildProgram(program(hello), { path, progress })
  await Promise.all([build(), build(), build()])
  expect((await execa(path)).stderr).toBe('hello')
  expect(told.filter((line) => line.includes('building hello v1'))).toHaveLength(1)
  expect(readdirSync(join(directory, 'cache/one'))).toEqual(['hello'])
})

test.skipIf(!withGo)(
  'a program that does not build leaves nothing, and says what Go says',
  async () => {
    const path = join(directory, 'cache/two/hello')
    const progress = { isTerminal: false, write: (): void => undefined }
    const build = buildProgram(program('func main() { undefined() }'), { path, progress })
    await expect(build).rejects.toBeInstanceOf(BuildError)
    await expect(build).rejects.toThrow('undefined: undefined')
    expect(readdirSync(join(directory, 'cache/two'))).toEqual([])
  },
)

test('another source or other flags give another name to keep a program under', () => {
  const one = buildName(program(hello))
  expect(buildName(program(hello))).toBe(one)
  expect(buildName({ ...program(hello), linkerFlags: '-s' })).not.toBe(one)
  expect(buildName(program('func main() {}'))).not.toBe(one)
})
