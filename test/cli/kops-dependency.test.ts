import { describe, expect, test } from 'vitest'
import { findKopsDependency } from '../../src/cli/kops-dependency.ts'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { scratchFolder } from './run-kops.ts'

const packed = { 'dist/kops-1.2.3-0a1b2c.tgz': 'packed', 'dist/kops-1.2.2-ffffff.tgz': 'older' }

function packageFolder(manifest: object, files: Readonly<Record<string, string>>): string {
  return scratchFolder({ 'package.json': JSON.stringify(manifest), ...files })
}

describe('findKopsDependency()', () => {
  test('takes the packed copy of a checkout along', () => {
    const root = packageFolder({ version: '1.2.3', private: true }, packed)
    const dependency = findKopsDependency(new DiagnosticSink(), root)
    expect(dependency?.specifier).toBe('file:vendor/kops-1.2.3-0a1b2c.tgz')
    expect(dependency?.vendored?.path).toBe('vendor/kops-1.2.3-0a1b2c.tgz')
    expect(Buffer.from(dependency?.vendored?.content ?? []).toString()).toBe('packed')
  })

  test('names a range of versions of a published kops', () => {
    const root = packageFolder({ version: '1.2.3' }, packed)
    expect(findKopsDependency(new DiagnosticSink(), root)).toEqual({ specifier: '^1.2.3' })
  })

  test.for([{}, { 'dist/kops-1.2.2-ffffff.tgz': 'older' }])(
    'asks for --kops in a checkout with %o',
    (files) => {
      const sink = new DiagnosticSink()
      const root = packageFolder({ version: '1.2.3', private: true }, files)
      expect(findKopsDependency(sink, root)).toBeUndefined()
      expect(sink.diagnostics).toMatchObject([
        { code: 'args/missing-flag', message: expect.stringContaining('--kops') },
      ])
    },
  )
})
