import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import { nearestNames } from '../diagnostics/nearest-names.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { syntaxErrorsOf, ts } from './compiler.ts'
import type { Declaration, LibraryType } from './model.ts'
import type { Meaning, UnresolvedImport } from './names.ts'
import type { SourceUnit } from './source-unit.ts'

/** `type A = A`. */
export function reportCircular(
  declaration: Pick<Declaration, 'name' | 'span'>,
  sink: DiagnosticSink,
): void {
  const { name, span } = declaration
  sink.report(
    'type/circular',
    { name },
    {
      span,
      notes: ['a type that needs itself before it has any structure stands for nothing'],
      helps: [`write out what \`${name}\` is`],
    },
  )
}

export function reportEndless(
  { name, span: declared }: Declaration,
  { span, sink }: { readonly span: SourceSpan; readonly sink: DiagnosticSink },
): void {
  sink.report(
    'type/endless',
    { name },
    {
      span,
      notes: [
        { message: 'declared here', span: declared },
        'each use asks for a further one with other type arguments, so no schema can be finite',
      ],
      helps: [`use \`${name}\` inside itself with the same type arguments, or not at all`],
    },
  )
}

/** The first mistake of a file's syntax; the others are most often its consequences. */
export function reportSyntax(unit: SourceUnit, sink: DiagnosticSink): void {
  const [first] = syntaxErrorsOf(unit.file)
  if (first === undefined) return
  const { start, length, messageText } = first
  sink.report(
    'type/syntax',
    {},
    {
      span: { path: unit.name, start, end: start + length },
      notes: [`the compiler says: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`],
      helps: ['npx tsc --noEmit'],
    },
  )
}

/** Names that lead nowhere. */
export const reportUnresolved = {
  name(
    name: string,
    {
      span,
      candidates,
      sink,
    }: { span: SourceSpan; candidates: Iterable<string>; sink: DiagnosticSink },
  ): void {
    sink.report(
      'type/unresolved-name',
      { name },
      {
        span,
        notes: ['it is neither declared in this file nor imported'],
        helps: suggestions(name, candidates),
      },
    )
  },

  import({ import: target, unit, tried }: UnresolvedImport, sink: DiagnosticSink): void {
    const { specifier } = target
    sink.report(
      'type/unresolved-import',
      { module: specifier.text },
      {
        span: { path: unit.name, start: specifier.getStart(unit.file), end: specifier.end },
        notes: tried.slice(0, 6).map((path) => `tried \`${relativeTo(unit, path)}\``),
        helps: [
          specifier.text.startsWith('.')
            ? 'name the file as it is on disk'
            : `install \`${specifier.text}\` or map it in \`paths\` of the tsconfig`,
        ],
      },
    )
  },

  export(
    meaning: Extract<Meaning, { kind: 'not-exported' }>,
    { candidates, sink }: { candidates: Iterable<string>; sink: DiagnosticSink },
  ): void {
    const { unit } = meaning
    const { name, node, specifier } = meaning.import
    sink.report(
      'type/not-exported',
      { name, module: specifier.text },
      {
        span: { path: unit.name, start: node.getStart(unit.file), end: node.end },
        notes: [`\`${specifier.text}\` has other names only`],
        helps: suggestions(name, candidates),
      },
    )
  },

  libraryType(
    { module, name, span }: LibraryType,
    { isPackageRead, sink }: { isPackageRead: boolean; sink: DiagnosticSink },
  ): void {
    if (isPackageRead) {
      sink.report(
        'type/not-exported',
        { name, module },
        { span, notes: ['this version of kops has no such type'], helps: [] },
      )
      return
    }
    sink.report(
      'type/library-not-found',
      { name, module },
      {
        span,
        notes: [
          'its properties are needed here, and they stand in the declarations of the package',
        ],
        helps: ['npm install'],
      },
    )
  },
}

function suggestions(name: string, candidates: Iterable<string>): string[] {
  const nearest = nearestNames(name, candidates)
  return nearest.length === 0
    ? [`import \`${name}\`, or declare it`]
    : nearest.map((each) => `did you mean \`${each}\`?`)
}

/** A path without the part that differs from machine to machine. */
function relativeTo(unit: { readonly path: string; readonly name: string }, path: string): string {
  const root = unit.path.endsWith(unit.name) ? unit.path.slice(0, -unit.name.length) : ''
  return root !== '' && path.startsWith(root)
    ? path.slice(root.length)
    : path.split('/').slice(-3).join('/')
}
