import { describe, expect, test } from 'vitest'
import { parseCommandLine } from '../../src/cli/command-line.ts'
import { commands } from '../../src/cli/commands.ts'
import { reportedCodes, runKops, scratchFolder } from './run-kops.ts'

describe.for(commands.map((definition) => [definition.name, definition] as const))(
  'kops %s',
  ([name, definition]) => {
    test('has help with its options and examples', async () => {
      const { exitCode, stdout, stderr } = await runKops([...name.split(' '), '--help'])
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
      expect(stdout).toMatch(new RegExp(`^Usage: kops ${name}`))
      for (const { flags } of definition.options) expect(stdout).toContain(flags)
      expect(definition.examples.length).toBeGreaterThan(0)
      for (const { command } of definition.examples) expect(stdout).toContain(command)
    })

    test('has examples that parse', () => {
      for (const { command } of definition.examples) {
        const [, words = ''] = /\bkops ([^>|)]*)/.exec(command) ?? []
        const argv = words.match(/"[^"]*"|'[^']*'|\S+/g) ?? []
        expect(parseCommandLine(argv).kind, command).toBe('call')
      }
    })

    test('refuses an option that it does not have', async () => {
      const run = await runKops([...name.split(' '), '--no-such-option'])
      expect(run.exitCode).toBe(2)
      expect(reportedCodes(run)).toEqual(['args/unknown-option'])
    })
  },
)

test.for([['--help'], ['-h'], ['help'], [], ['help', 'version'], ['version', '-h']])(
  'kops %j shows help',
  async (argv) => {
    const { exitCode, stdout } = await runKops(argv)
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^Usage: kops/)
  },
)

test.for([
  [['verson'], 'args/unknown-command', '`version`'],
  [['version', '--jsn'], 'args/unknown-option', '`--json`'],
  [['version', '-x'], 'args/unknown-option', '--help'],
  [['version', 'now'], 'args/excess-argument', 'kops version --help'],
  [['completion'], 'args/missing-argument', 'kops completion --help'],
  [['completion', 'bsh'], 'args/wrong-choice', '`bash`, `zsh` or `fish`'],
  [['-C'], 'args/missing-value', 'kops --help'],
  [['explain', 'args/missing-flg'], 'args/unknown-code', 'kops explain args/missing-flag'],
  [['markers', '@minimun'], 'args/unknown-marker', 'kops markers @minimum'],
  [['-C', 'nowhere', 'version'], 'args/no-such-folder', '-C'],
] as const)('kops %j ends with %s', async ([argv, code, help]) => {
  const run = await runKops(argv, { directory: scratchFolder() })
  expect(run.exitCode).toBe(2)
  expect(reportedCodes(run)).toEqual([code])
  expect(run.stdout).toBe('')
  expect(run.stderr).toContain(help)
  expect(run.stderr.trimEnd().split('\n').at(-1)).toMatch(/^1 error/)
})

test('kops markers lists and describes', async () => {
  const list = await runKops(['markers'])
  expect(list.stdout).toContain('kubebuilder:validation:Minimum')
  for (const name of [
    'kubebuilder:validation:Minimum',
    '+kubebuilder:validation:Minimum',
    '@minimum',
  ]) {
    const { exitCode, stdout } = await runKops(['markers', name])
    expect(exitCode).toBe(0)
    expect(stdout).toContain('@minimum')
  }
})

test('values that nobody gave are absent', () => {
  expect(parseCommandLine(['version'])).toMatchObject({
    kind: 'call',
    options: {},
    directories: [],
  })
})

test('-C may stand before and after the command', () => {
  expect(parseCommandLine(['-C', 'a', 'version', '-C', 'b', '--json'])).toMatchObject({
    options: { json: true },
    directories: ['a', 'b'],
  })
})

test('what is thrown by a command is a bug in kops', async () => {
  let told = ''
  const { runCommandLine } = await import('../../src/cli/run-command-line.ts')
  const exitCode = await runCommandLine({
    argv: ['version'],
    workingDirectory: process.cwd(),
    environment: {},
    isTerminal: () => false,
    writeOut: () => {
      throw new RangeError('the stream is gone')
    },
    writeError: (text) => (told += text),
  })
  expect(exitCode).toBe(3)
  expect(told).toMatch(/RangeError: the stream is gone\n\s+at /)
  expect(told).toMatch(/this is a bug in kops \d+\.\d+\.\d+ \(Node v\d+/)
})
