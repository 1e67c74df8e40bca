import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { findPathProblem } from '../../src/project/path-rules.ts'
import {
  hashContent,
  isUnedited,
  parseWrittenFiles,
  renderWrittenFiles,
} from '../../src/project/written-files.ts'

function parse(text: string): {
  files: ReturnType<typeof parseWrittenFiles>
  problems: string[]
} {
  const sink = new DiagnosticSink()
  const files = parseWrittenFiles(text, sink)
  const problems = sink.diagnostics.map(
    ({ code, span }) => `${code} ${text.slice(span?.start, span?.end)}`,
  )
  return { files, problems }
}

const [one, two] = [hashContent('one\n'), hashContent('two\n')]

describe('.kops/files', () => {
  test.for(['../../home/me/.bashrc', '/etc/hosts', '.git/hooks/post-commit', 'a/./b', 'a//b'])(
    'names no file that kops does not write: %s',
    (path) => {
      const { files, problems } = parse(`${path} index ${one}\n`)
      expect(files).toBeUndefined()
      expect(problems).toEqual([`project/invalid-record ${path} index ${one}`])
    },
  )

  test('is read back, and the same files give the same bytes', () => {
    const path = fc
      .stringMatching(/^[\w.]([\w. /-]{0,12}[\w.])?$/)
      .filter((each) => findPathProblem(each) === undefined)
    const hash = fc.stringMatching(/^[0-9a-f]{16}$/)
    const file = fc.record({
      template: fc.stringMatching(/^[\w./{}-]{1,12}$/),
      hashes: fc.uniqueArray(hash, { minLength: 1, maxLength: 2 }).map((hashes) => hashes.sort()),
    })
    fc.assert(
      fc.property(fc.array(fc.tuple(path, file)), (entries) => {
        const files = new Map(entries)
        const text = renderWrittenFiles(files)
        const { files: parsed, problems } = parse(text)
        expect(problems).toEqual([])
        expect(new Map(parsed)).toEqual(files)
        expect(renderWrittenFiles(new Map([...files].reverse()))).toBe(text)
      }),
    )
  })

  test('takes CRLF, blank lines and any order', () => {
    const text = `\r\nb crd ${two}\r\n\r\na b/c crd ${one}\r\n`
    const { files, problems } = parse(text)
    expect(problems).toEqual([])
    expect([...(files?.keys() ?? [])]).toEqual(['b', 'a b/c'])
  })

  test('keeps both hashes of a merge', () => {
    const { files } = parse(`a crd ${one}\na crd ${two}\na crd ${one}\n`)
    const file = files?.get('a')
    expect(file?.hashes).toEqual([one, two])
    expect(file !== undefined && isUnedited(file, 'two\n')).toBe(true)
    expect(file !== undefined && isUnedited(file, 'three\n')).toBe(false)
  })

  test.for<{ name: string; text: string; problems: string[] }>([
    {
      name: 'an open merge',
      text: `<<<<<<< HEAD\na crd ${one}\n=======\n`,
      problems: ['project/merge-conflict <<<<<<< HEAD'],
    },
    {
      name: 'every line that is none',
      text: `a\nb crd ${one}\nc crd 123\n`,
      problems: ['project/invalid-record a', 'project/invalid-record c crd 123'],
    },
  ])('tells of $name', ({ text, problems }) => {
    expect(parse(text)).toEqual({ files: undefined, problems })
  })
})

test('line ends do not count in a hash, but for binary files', () => {
  expect(hashContent('a\r\nb\r\n')).toBe(hashContent('a\nb\n'))
  expect(hashContent(Buffer.from('ä\r\n'))).toBe(hashContent('ä\n'))
  expect(hashContent(Uint8Array.of(0, 13, 10))).not.toBe(hashContent(Uint8Array.of(0, 10)))
})
