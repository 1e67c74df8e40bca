import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { stateFolder } from '../../../src/cli/trust/state-folder.ts'
import { TrustRecord } from '../../../src/cli/trust/trust-record.ts'
import { scratchFolder } from '../run-kops.ts'

function newRecord(): {
  readonly record: TrustRecord
  readonly state: string
  readonly folder: string
} {
  const state = realpathSync(scratchFolder())
  const record = new TrustRecord({ XDG_STATE_HOME: state })
  return { record, state, folder: join(state, 'kops/trust') }
}

test('the record is in the state folder of the user', () => {
  expect(stateFolder({ XDG_STATE_HOME: '/state', HOME: '/home/me' })).toBe('/state/kops')
  const relative = stateFolder({ XDG_STATE_HOME: 'state', HOME: '/home/me' })
  expect(relative.startsWith('/home/me/')).toBe(true)
})

test('a project is trusted, declined, listed and revoked by its real path', () => {
  const { record } = newRecord()
  const [first, second] = [scratchFolder(), scratchFolder()]
  expect(record.answerFor(first)).toBeUndefined()
  expect(record.list()).toEqual([])
  const link = join(second, 'link')
  symlinkSync(first, link)
  expect(record.keep(link, 'trusted')).toBe(realpathSync(first))
  record.keep(second, 'declined')
  expect([first, link, second].map((each) => record.isTrusted(each))).toEqual([true, true, false])
  expect(record.answerFor(second)).toBe('declined')
  expect(record.list()).toEqual([realpathSync(first)])
  expect(record.revoke(first)).toBe(true)
  expect(record.revoke(first)).toBe(false)
  expect(record.list()).toEqual([])
})

test('every file of it is private to the user', () => {
  const { record, state, folder } = newRecord()
  record.keep(scratchFolder(), 'trusted')
  record.sign('journal', 'text')
  const names = readdirSync(folder)
  expect(names).toHaveLength(2)
  for (const name of names) expect(lstatSync(join(folder, name)).mode & 0o777).toBe(0o600)
  expect(lstatSync(join(state, 'kops')).mode & 0o777).toBe(0o700)
})

test('the key stays, signs for one purpose, and differs from user to user', () => {
  const { record, state } = newRecord()
  const signature = record.sign('journal', 'text')
  expect(new TrustRecord({ XDG_STATE_HOME: state }).sign('journal', 'text')).toEqual(signature)
  expect(record.sign('cache', 'text')).not.toEqual(signature)
  expect(newRecord().record.sign('journal', 'text')).not.toEqual(signature)
})

const isRoot = process.getuid?.() === 0

describe('a record that another user could have made', () => {
  const project = (): string => realpathSync('.')

  test.for<[string, RegExp, (path: string) => void]>([
    [
      'a link',
      /is a symbolic link/,
      (path) => {
        renameSync(path, `${path}.moved`)
        symlinkSync(`${path}.moved`, path)
      },
    ],
    ['readable by others', /has mode 644/, (path) => chmodSync(path, 0o644)],
    ['writable by others', /has mode 666/, (path) => chmodSync(path, 0o666)],
    [
      'a file of another user',
      /belongs to another user/,
      (path) => chownSync(path, 65_534, 65_534),
    ],
    [
      'a folder',
      /is no plain file/,
      (path) => {
        renameSync(path, `${path}.moved`)
        mkdirSync(path, { mode: 0o600 })
      },
    ],
    ['too large', /is too large/, (path) => writeFileSync(path, 'x'.repeat(70_000))],
  ])('is refused: %s', ([name, message, spoil], { skip }) => {
    if (name.includes('another user') && !isRoot) skip('only root can give files away')
    const { record, state, folder } = newRecord()
    record.keep(project(), 'trusted')
    record.sign('journal', 'text')
    for (const file of readdirSync(folder)) spoil(join(folder, file))
    const again = new TrustRecord({ XDG_STATE_HOME: state })
    expect(() => again.isTrusted(project())).toThrow(message)
    expect(() => again.sign('journal', 'text')).toThrow(message)
  })

  test.for(['kops', 'kops/trust'])('is refused where others can write to %s', (name) => {
    const { record, state } = newRecord()
    record.keep(project(), 'trusted')
    chmodSync(join(state, name), 0o777)
    expect(() => record.isTrusted(project())).toThrow(/others can write to it/)
  })

  test('is refused where its folder is a link', () => {
    const { record, state, folder } = newRecord()
    record.keep(project(), 'trusted')
    renameSync(folder, join(state, 'elsewhere'))
    symlinkSync(join(state, 'elsewhere'), folder)
    expect(() => record.isTrusted(project())).toThrow(/is no folder/)
  })

  test.for([
    '',
    '{',
    'null',
    '{"path":"/other","answer":"trusted"}',
    '{"path":7,"answer":"trusted"}',
  ])('trusts nothing by an entry that kops did not write: %j', (text) => {
    const { record, folder } = newRecord()
    record.keep(project(), 'trusted')
    for (const file of readdirSync(folder)) writeFileSync(join(folder, file), text)
    expect(record.isTrusted(project())).toBe(false)
  })
})

test(
  'processes at the same time lose no entry and agree on one key',
  { timeout: 120_000 },
  async () => {
    const { record, state } = newRecord()
    const work = scratchFolder()
    const script = join(work, 'process.mjs')
    await build({
      stdin: {
        contents: `
        import { TrustRecord } from './src/cli/trust/trust-record.ts'
        const record = new TrustRecord(process.env)
        const [start, ...names] = process.argv.slice(2)
        while (Date.now() < Number(start));
        const key = record.sign('journal', 'text').toString('hex')
        for (const name of names) record.keep(name, 'trusted')
        console.log(key)`,
        resolveDir: '.',
      },
      outfile: script,
      bundle: true,
      platform: 'node',
      format: 'esm',
    })
    const start = String(Date.now() + 1500)
    const runs = Array.from({ length: 8 }, (_, index) =>
      output(
        script,
        [start, ...Array.from({ length: 12 }, (__, each) => join(work, `${index}-${each}`))],
        state,
      ),
    )
    const keys = await Promise.all(runs)
    expect(new Set(keys).size).toBe(1)
    expect(record.sign('journal', 'text').toString('hex')).toBe(keys[0]?.trim())
    expect(record.list()).toHaveLength(96)
  },
)

function output(script: string, words: readonly string[], state: string): Promise<string> {
  const child = spawn(process.execPath, [script, ...words], {
    env: { ...process.env, XDG_STATE_HOME: state },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return new Promise((resolve) => child.on('close', () => resolve(text)))
}
