import { expect, test, vi } from 'vitest'
import { runCommandLine } from '../../src/cli/run-command-line.ts'
import { projectFolder, snapshotFolder } from './project-folder.ts'
import { scratchFolder } from './run-kops.ts'

const asked: string[] = []
const answers = new Map([
  ['Which domain', 'example.org'],
  ['Which group', 'ship'],
  ['Which version', 'v1'],
  ['Which kind', 'Frigate'],
])

const cancelled = Symbol('cancelled')

/** What is chosen where several may be. */
let chosen: readonly string[] | typeof cancelled = ['defaulting', 'conversion']

vi.mock('@clack/prompts', () => ({
  isCancel: (value: unknown) => value === cancelled,
  text: ({ message }: { readonly message: string }) => {
    asked.push(message)
    const found = [...answers].find(([start]) => message.startsWith(start))
    return Promise.resolve(found?.[1] ?? cancelled)
  },
  multiselect: ({ message }: { readonly message: string }) => {
    asked.push(message)
    return Promise.resolve(chosen)
  },
}))

async function runOnTerminal(argv: readonly string[], workingDirectory: string): Promise<number> {
  asked.length = 0
  return runCommandLine({
    argv,
    workingDirectory,
    environment: {},
    isTerminal: () => true,
    writeOut: () => undefined,
    writeError: () => undefined,
  })
}

test('init asks for the domain on a terminal, and for nothing else', async () => {
  const folder = scratchFolder()
  const argv = ['init', '--no-install', '--project-name', 'fleet', '--kops', '0.1.0']
  expect(await runOnTerminal(argv, folder)).toBe(0)
  expect(asked).toHaveLength(1)
  expect(snapshotFolder(folder)['PROJECT']).toContain('domain: example.org\n')
  expect(await runOnTerminal(argv, folder)).toBe(0)
  expect(asked).toEqual([])
})

test('init writes nothing where the question is cancelled', async () => {
  const folder = scratchFolder()
  answers.delete('Which domain')
  const argv = ['init', '--no-install', '--project-name', 'fleet', '--kops', '0.1.0']
  expect(await runOnTerminal(argv, folder)).toBe(2)
  expect(snapshotFolder(folder)).toEqual({})
})

test('create api asks only for what is missing', async () => {
  const folder = await projectFolder()
  expect(await runOnTerminal(['create', 'api', '--version', 'v1'], folder)).toBe(0)
  expect(asked).toEqual([
    expect.stringMatching(/^Which group/),
    expect.stringMatching(/^Which kind/),
  ])
  expect(Object.keys(snapshotFolder(folder))).toContain('api/ship/v1/frigate.ts')
})

test('create api asks nothing where something is wrong anyway', async () => {
  const folder = scratchFolder()
  expect(await runOnTerminal(['create', 'api'], folder)).toBe(1)
  expect(asked).toEqual([])
})

test('create webhook asks which webhooks are meant', async () => {
  const folder = await projectFolder()
  const names = ['--group=ship', '--version=v1', '--kind=Frigate']
  await runOnTerminal(['create', 'api', ...names], folder)
  await runOnTerminal(['create', 'api', ...names.with(1, '--version=v2')], folder)
  expect(await runOnTerminal(['create', 'webhook', ...names], folder)).toBe(0)
  expect(asked).toEqual(['Which webhooks?'])
  const project = snapshotFolder(folder)['PROJECT']
  expect(project).toContain('conversion: true\n    defaulting: true\n    spoke:\n    - v2\n')
  expect(project).not.toContain('validation')
  expect(await runOnTerminal(['create', 'webhook', ...names, '--defaulting'], folder)).toBe(0)
  expect(asked).toEqual([])
  chosen = cancelled
  expect(await runOnTerminal(['create', 'webhook', ...names], folder)).toBe(2)
})
