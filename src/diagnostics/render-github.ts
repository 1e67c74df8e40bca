import { showLine, showText } from '../apimachinery/terminal-text.ts'
import type { Diagnostic } from './diagnostic.ts'
import type { RenderOptions } from './render-options.ts'
import { locate, type SourceLocation } from './source-location.ts'

/** Diagnostics as workflow commands, which GitHub shows at the changed lines of a pull request. */
export function renderGithub(diagnostics: readonly Diagnostic[], options: RenderOptions): string {
  const lines = diagnostics.map((each) => renderCommand(each, options))
  return [...lines, showLine(options.summary)]
    .filter((line) => line !== '')
    .map((line) => `${line}\n`)
    .join('')
}

function renderCommand(diagnostic: Diagnostic, options: RenderOptions): string {
  const { code, severity, message, span, notes, helps } = diagnostic
  const place = span === undefined ? [] : placeProperties(locate(span, options.readText), options)
  const properties = [...place, ['title', code] as const]
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
    .join(',')
  const text = [
    showLine(message),
    ...notes.map((note) => `note: ${showText(note.message)}`),
    ...helps.map((help) => `help: ${showText(help)}`),
  ].join('\n')
  return `::${severity} ${properties}::${escapeData(text)}`
}

/** GitHub takes an end column only where it stands on the first line. */
function placeProperties(
  { path, start, end }: SourceLocation,
  { showPath }: RenderOptions,
): readonly (readonly [string, string | number])[] {
  const file = ['file', showLine(showPath(path))] as const
  if (start === undefined || end === undefined) return [file]
  const lines = [['line', start.line] as const, ['endLine', end.line] as const]
  const column = ['col', start.column] as const
  return start.line === end.line
    ? [file, ...lines, column, ['endColumn', end.column] as const]
    : [file, ...lines]
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
