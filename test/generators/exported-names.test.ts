import { expect, test } from 'vitest'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { exportedNames, settleRepeatedExports } from '../../src/generators/exported-names.ts'
import type { Comment, SourceFileModel } from '../../src/typemodel/model.ts'

/** A file; what stands between slash and star is its only comment. */
function file(path: string, text: string): SourceFileModel {
  const start = text.indexOf('/*')
  const span = { path, start, end: text.indexOf('*/') + 2 }
  const comments: Comment[] = start < 0 ? [] : [{ form: 'block', lines: [], span }]
  return { path, text, comments, attached: new Set() }
}

const source = `
export interface A {}
export type B = string
export declare enum C { a }
export const enum D { a }
export abstract class E {}
export const f = 1
  export function g() {}
/*
export interface Hidden {}
*/
interface Own {}
export { A as Other }
export default A
`

test('exportedNames() reads the declarations that a file exports', () => {
  const names = exportedNames(file('api/v1/a.ts', source))
  expect(names.map(({ name }) => name)).toEqual(['A', 'B', 'C', 'D', 'E', 'f', 'g'])
  expect(names.filter(({ isType }) => isType).map(({ name }) => name)).toEqual(['A', 'B'])
  for (const { name, span } of names) expect(source.slice(span.start, span.end)).toBe(name)
})

test('settleRepeatedExports() takes the first and tells of the others, kinds apart', () => {
  const sink = new DiagnosticSink()
  const files = [
    file(
      'api/v1/a.ts',
      'export interface Port {}\nexport interface Port {}\nexport type Kind = 1\n',
    ),
    file('api/v1/b.ts', 'export type Port = 1\nexport type Kind = 1\n'),
  ]
  const settled = settleRepeatedExports(files, new Set(['Kind']), sink)
  expect(settled).toMatchObject([{ name: 'Port', isType: true, file: 'a.ts' }])
  expect(sink.diagnostics).toMatchObject([
    {
      code: 'type/repeated-export',
      span: { path: 'api/v1/b.ts' },
      notes: [{ span: { path: 'api/v1/a.ts' } }],
    },
  ])
})
