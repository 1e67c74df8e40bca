import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DiagnosticSink } from '../../../src/diagnostics/sink.ts'
import { confirmTrust } from '../../../src/cli/trust/confirm-copy.ts'
import { TrustRecord } from '../../../src/cli/trust/trust-record.ts'
import { renderJournal } from '../../../src/scaffold/journal-record.ts'
import { createApi, init, projectFolder, snapshotFolder } from '../project-folder.ts'
import { reportedCodes, runKops, scratchFolder, userFolders } from '../run-kops.ts'

const prompt = vi.hoisted(() => ({ asked: [] as string[], answer: true as boolean | symbol }))

vi.mock('@clack/prompts', () => ({
  confirm: ({ message }: { message: string }) => {
    prompt.asked.push(message)
    return Promise.resolve(prompt.answer)
  },
  isCancel: (answer: unknown) => typeof answer === 'symbol',
}))

beforeEach(() => {
  prompt.asked = []
})

describe('on a terminal, a folder', () => {
  function ask(record: TrustRecord, project: string): Promise<boolean> {
    const undertaking = { project, what: 'run kops 7.0.0 of there', help: 'or not' }
    return confirmTrust(undertaking, { record, isTerminal: true, sink: new DiagnosticSink() })
  }

  test.for<[string, boolean | symbol, readonly boolean[], number]>([
    ['yes', true, [true, true], 1],
    ['no', false, [false, false], 1],
    ['nothing', Symbol('cancel'), [false, false], 2],
  ])(
    'is asked about once, naming what would run; the answer is %s',
    async ([, answer, wanted, times]) => {
      prompt.answer = answer
      const record = new TrustRecord({ XDG_STATE_HOME: scratchFolder() })
      const project = realpathSync(scratchFolder())
      expect([await ask(record, project), await ask(record, project)]).toEqual(wanted)
      expect(prompt.asked).toHaveLength(times)
      expect(prompt.asked[0]).toBe(`Do you trust "${project}"? kops would run kops 7.0.0 of there.`)
    },
  )
})

describe('kops init', () => {
  const list = (): Promise<string> => runKops(['trust', '--list']).then(({ stdout }) => stdout)

  test('trusts the project that it makes', async () => {
    const folder = await projectFolder()
    expect(await list()).toContain(`${realpathSync(folder)}\n`)
  })

  test.for<[string, readonly string[], Record<string, string>]>([
    ['in a dry run', ['--dry-run'], {}],
    ['where something is in the way', [], { Makefile: 'all:\n' }],
    [
      'where a kops of another origin is there already',
      [],
      { 'node_modules/kops/package.json': '{}' },
    ],
  ])('trusts nothing %s', async ([, flags, files]) => {
    const folder = scratchFolder(files)
    await runKops([...init({}), ...flags], { directory: folder })
    expect(await list()).not.toContain(realpathSync(folder))
  })

  test('of a project that somebody else made trusts nothing, and installs nothing', async () => {
    const environment = { XDG_STATE_HOME: scratchFolder() }
    const folder = await projectFolder()
    const again = init({}).filter((word) => word !== '--no-install')
    const run = await runKops(again, { directory: folder, environment })
    expect(reportedCodes(run)).toEqual(['project/untrusted'])
    expect(run.stderr).toContain('kops would run `npm install`')
    expect(existsSync(join(folder, 'node_modules'))).toBe(false)
    const listed = await runKops(['trust', '--list'], { environment })
    expect(listed.stdout).toBe('')
  })
})

describe('kops trust', () => {
  test('confirms, lists and revokes a project, from any folder of it', async () => {
    const environment = { XDG_STATE_HOME: scratchFolder() }
    const folder = scratchFolder({ PROJECT: '', 'src/main.ts': '' })
    const path = realpathSync(folder)
    const run = (...words: string[]): ReturnType<typeof runKops> =>
      runKops(['trust', ...words], { directory: join(folder, 'src'), environment })
    expect(await run()).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(`trusted ${path}\n`),
    })
    expect((await run('--list')).stdout).toBe(`${path}\n`)
    expect((await run('--revoke', '..')).stdout).toBe(`${path} is no longer trusted\n`)
    expect((await run('--revoke')).stdout).toBe(`${path} is not in the record\n`)
    expect((await run('--list')).stdout).toBe('')
  })

  test.for<[string[], string, number]>([
    [['--list', 'x'], 'args/excess-argument', 2],
    [['--list', '--revoke'], 'args/excess-argument', 2],
    [[], 'project/not-found', 1],
  ])('%j is refused with %s', async ([words, code, exitCode]) => {
    const run = await runKops(['trust', ...words])
    expect({ codes: reportedCodes(run), exitCode: run.exitCode }).toEqual({
      codes: [code],
      exitCode,
    })
  })

  test('refuses a record that others can write', async () => {
    const state = scratchFolder()
    mkdirSync(join(state, 'kops'))
    chmodSync(join(state, 'kops'), 0o777)
    const surroundings = {
      directory: scratchFolder({ PROJECT: '' }),
      environment: { XDG_STATE_HOME: state },
    }
    for (const words of [['trust'], ['trust', '--list'], ['trust', '--revoke']]) {
      const run = await runKops(words, surroundings)
      expect({ codes: reportedCodes(run), exitCode: run.exitCode }).toEqual({
        codes: ['project/unusable-record'],
        exitCode: 1,
      })
    }
  })
})

describe('where the state folder cannot be written', () => {
  test('commands work without crash recovery, and say it once', async () => {
    const environment = { XDG_STATE_HOME: join(scratchFolder({ state: 'a file' }), 'state') }
    const directory = scratchFolder()
    for (const argv of [
      init({}),
      ['create', 'api', '--group=ship', '--version=v1', '--kind=Frigate'],
    ]) {
      const run = await runKops(argv, { directory, environment })
      expect(run.exitCode, run.stderr).toBe(0)
      expect(run.stderr.match(/warning\[/g)).toHaveLength(1)
      expect(reportedCodes(run)).toEqual(['project/no-crash-recovery'])
    }
    expect(readdirSync(join(directory, '.kops'))).toEqual(['files'])
    expect((await createApi(directory, {})).exitCode).toBe(0)
  })
})

describe('kops recover', () => {
  const unsigned = { version: 2, steps: [{ path: 'Makefile', staged: '0.new' }], folders: [] }

  function halfApplied(): string {
    return scratchFolder({ '.kops/journal/journal.json': JSON.stringify(unsigned), 'a.txt': '' })
  }

  test.for([
    ['manifests', '--check'],
    ['manifests', '--dry-run'],
    ['generate', '--check'],
    ['edit', '--dry-run', '--metrics'],
    ['init', '--dry-run', '--domain=example.org'],
    ['create', 'api', '--dry-run', '--group=a', '--version=v1', '--kind=B'],
    ['migrate', 'storage', '--dry-run'],
  ])('is named by a command that writes nothing: kops %j', async (argv) => {
    const directory = halfApplied()
    const before = snapshotFolder(directory)
    const run = await runKops(argv, { directory })
    expect({ exitCode: run.exitCode, codes: reportedCodes(run) }).toEqual({
      exitCode: 1,
      codes: ['project/unfinished-command'],
    })
    expect(run.stderr).toContain('run `kops recover`')
    expect(snapshotFolder(directory)).toEqual(before)
  })

  test.for([
    ['version'],
    ['--help'],
    ['markers'],
    ['explain', 'args/missing-flag'],
    ['trust', '--list'],
    ['completion', 'zsh'],
  ])('is none of the business of kops %j', async (argv) => {
    const directory = halfApplied()
    const before = snapshotFolder(directory)
    expect(await runKops(argv, { directory })).toMatchObject({ exitCode: 0, stderr: '' })
    expect(snapshotFolder(directory)).toEqual(before)
  })

  test('refuses what the user did not sign, and discards it on demand', async () => {
    const directory = halfApplied()
    for (const argv of [['recover'], ['manifests'], init({})]) {
      const run = await runKops(argv, { directory })
      expect({ exitCode: run.exitCode, codes: reportedCodes(run) }).toEqual({
        exitCode: 1,
        codes: ['project/unsigned-journal'],
      })
      expect(run.stderr).toContain('it would change "Makefile"')
    }
    expect(await runKops(['recover', '--discard'], { directory })).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('"Makefile"'),
    })
    expect(snapshotFolder(directory)).toEqual({ 'a.txt': '' })
    expect((await runKops(['recover', '--discard'], { directory })).stdout).toBe(
      'no journal to discard\n',
    )
    expect((await runKops(['recover'], { directory })).stdout).toBe('nothing to recover\n')
  })

  test('completes the own journal of a folder once that is trusted', async () => {
    const directory = scratchFolder({ PROJECT: 'version: "3"\n' })
    const record = new TrustRecord(userFolders)
    const journal = { steps: [], folders: [] }
    const sign = (text: string): string => record.sign('journal', text).toString('hex')
    mkdirSync(join(directory, '.kops/journal'), { recursive: true })
    writeFileSync(
      join(directory, '.kops/journal/journal.json'),
      renderJournal(journal, realpathSync(directory), sign),
    )
    expect(reportedCodes(await runKops(['recover'], { directory }))).toEqual([
      'project/untrusted-journal',
    ])
    await runKops(['trust'], { directory })
    const run = await runKops(['recover'], { directory })
    expect(run).toMatchObject({ exitCode: 0, stderr: 'completed a kops command that was killed\n' })
    expect(snapshotFolder(directory)).toEqual({ PROJECT: 'version: "3"\n' })
  })
})
