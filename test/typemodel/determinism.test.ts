import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeText } from '../../src/typemodel/file-host.ts'
import { printModel } from './print-model.ts'
import { codesOf, readFiles } from './read-types.ts'

const files = {
  'api/v1/a.ts':
    "import type { CustomResource } from 'kops'\nimport type { B } from './b.ts'\nexport interface A extends CustomResource { b: B<'x'>; l: L }\nexport type L = 'z' | 'a'\n",
  'api/v1/b.ts':
    "import type { L } from './a.ts'\nexport interface B<T> { t: T; l: L; gone: Gone }\n",
  'api/v2/c.ts':
    "import type { CustomResource } from 'kops'\nimport { B } from '../v1/b.ts'\nexport interface C extends CustomResource { b: B<1> }\n",
}

/** All that a run gives, as text. */
function outcome(order: readonly string[]): unknown {
  const listed = { 'tsconfig.json': JSON.stringify({ files: order }) }
  const texts = Object.fromEntries(order.map((path) => [path, files[path as keyof typeof files]]))
  const result = readFiles({ ...texts, ...listed })
  return [
    result.program.packages.map(({ path, kinds, files: sources }) => [
      path,
      kinds.map(({ name, type }) => [name, printModel(type)]),
      sources.map((file) => file.path),
    ]),
    codesOf(result),
  ]
}

test('the order of files changes nothing', () => {
  const paths = Object.keys(files)
  const expected = outcome(paths)
  fc.assert(
    fc.property(fc.shuffledSubarray(paths, { minLength: paths.length }), (order) => {
      expect(outcome(order)).toEqual(expected)
    }),
  )
})

test.for<[string, Buffer]>([
  ['plain', Buffer.from('é😀\r\n')],
  ['a UTF-8 mark', Buffer.from('\uFEFFé😀\r\n')],
  ['UTF-16, little end first', Buffer.from('\uFEFFé😀\r\n', 'utf16le')],
  ['UTF-16, big end first', Buffer.from('\uFEFFé😀\r\n', 'utf16le').swap16()],
])('a text is read without its byte order mark: %s', ([, bytes]) => {
  expect(decodeText(bytes)).toBe('é😀\r\n')
})
