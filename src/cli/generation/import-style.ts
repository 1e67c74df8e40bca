import { posix } from 'node:path'
import { DiagnosticSink } from '../../diagnostics/sink.ts'
import type { CodeStyle } from '../../generators/descriptors.ts'
import type { FileHost } from '../../typemodel/file-host.ts'
import { findProjectFiles } from '../../typemodel/project-files.ts'

/** Compilers that may not see `.ts` in an import find the file by the name that it is built under. */
export function importStyle(
  { root, tsconfig }: { readonly root: string; readonly tsconfig?: string | undefined },
  host: FileHost,
): NonNullable<CodeStyle['imports']> {
  const isConfigured = host.fileExists(posix.resolve(root, tsconfig ?? 'tsconfig.json'))
  const { compilerOptions } = findProjectFiles({ root, tsconfig }, host, new DiagnosticSink())
  const { allowImportingTsExtensions, rewriteRelativeImportExtensions } = compilerOptions
  const mayName = allowImportingTsExtensions || rewriteRelativeImportExtensions || !isConfigured
  return mayName ? 'source' : 'output'
}
