import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import type { FileHost } from '../../src/typemodel/file-host.ts'
import type { NamedType, Program, TypeModel } from '../../src/typemodel/model.ts'
import { readProgram, type ProgramOptions } from '../../src/typemodel/program-reader.ts'
import { memoryHost } from './memory-host.ts'
import { printModel } from './print-model.ts'

export interface ReadResult {
  readonly program: Program
  readonly sink: DiagnosticSink
}

/** Reads files held in memory, below `/project`. */
export function readFiles(
  files: Readonly<Record<string, string>>,
  options: Partial<ProgramOptions> = {},
): ReadResult {
  return readWith(memoryHost(files), { root: '/project', ...options })
}

export function readWith(host: FileHost, options: ProgramOptions): ReadResult {
  const sink = new DiagnosticSink()
  return { program: readProgram(options, host, sink), sink }
}

export function kindsOf({ program }: ReadResult): string[] {
  return program.packages.flatMap(({ kinds }) => kinds.map(({ name }) => name))
}

export function kindNamed({ program }: ReadResult, name: string): NamedType {
  const found = program.packages.flatMap(({ kinds }) => kinds).find((kind) => kind.name === name)
  if (found === undefined) throw new Error(`no kind ${name}`)
  return found.type
}

export function codesOf({ sink }: ReadResult): string[] {
  return sink.diagnostics.map(({ code }) => code)
}

/** The type of `spec` of a kind `K` whose file holds `source`, and the codes reported on the way. */
export function readSpec(
  source: string,
  files: Readonly<Record<string, string>> = {},
  { prints = true }: { readonly prints?: boolean } = {},
): ReadResult & { readonly spec: TypeModel; readonly text: string; readonly codes: string[] } {
  const kind = `import type { CustomResource } from 'kops'\n${source}\nexport interface K extends CustomResource { spec: Spec }\n`
  const result = readFiles({ 'api/v1/k.ts': kind, ...files })
  const object = kindNamed(result, 'K').resolve()
  const spec =
    object.kind === 'object' ? object.properties.find(({ name }) => name === 'spec') : undefined
  if (spec === undefined) throw new Error('no spec')
  const text = prints ? printModel(spec.type) : ''
  return { ...result, spec: spec.type, text, codes: codesOf(result) }
}
