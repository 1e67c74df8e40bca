import { join, relative, sep } from 'node:path'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { renderGithub } from '../diagnostics/render-github.ts'
import { renderJson } from '../diagnostics/render-json.ts'
import type { RenderOptions } from '../diagnostics/render-options.ts'
import { renderText } from '../diagnostics/render-text.ts'
import type { ReadText } from '../diagnostics/source-location.ts'
import { countDiagnostics } from '../diagnostics/summary.ts'
import type { Host } from './host.ts'

export type DiagnosticFormat = 'text' | 'json' | 'github'

export interface DiagnosticOutput {
  readonly host: Host
  /** The folder that spans are relative to. */
  readonly root: string
  readonly format: DiagnosticFormat
  readonly readText: ReadText
  /** In place of the count of errors and warnings. */
  readonly summary: string | undefined
  /** Ends the count where there is an error: `; nothing written`. */
  readonly summaryEnd: string
}

/** Writes what was found to the error stream, in the form that was asked for. */
export function writeDiagnostics(
  diagnostics: readonly Diagnostic[],
  output: DiagnosticOutput,
): void {
  const { host, format } = output
  const options = renderOptions(diagnostics, output)
  if (format === 'json') host.writeError(renderJson(diagnostics, options))
  else if (format === 'github') host.writeError(renderGithub(diagnostics, options))
  else host.writeError(renderText(diagnostics, { ...options, isColoured: isColoured(host) }))
}

function renderOptions(
  diagnostics: readonly Diagnostic[],
  output: DiagnosticOutput,
): RenderOptions {
  const { host, root, readText, format, summary } = output
  const start = pathStart(host, format)
  return {
    readText,
    showPath: (path) =>
      isNoFile.test(path) ? path : relative(start, join(root, path)).split(sep).join('/'),
    summary: summary ?? summarize(diagnostics, output.summaryEnd),
  }
}

/** What came from elsewhere is called by its URL, or by a name in angle brackets. */
const isNoFile = /^(?:https?:\/\/|<)/i

function summarize(diagnostics: readonly Diagnostic[], end: string): string {
  const hasError = diagnostics.some(({ severity }) => severity === 'error')
  return `${countDiagnostics(diagnostics)}${hasError ? end : ''}`
}

/** Paths are relative to where the reader is; GitHub reads from the top of the repository. */
function pathStart({ environment, workingDirectory }: Host, format: DiagnosticFormat): string {
  const workspace = environment['GITHUB_WORKSPACE']
  return format === 'github' && workspace ? workspace : workingDirectory
}

/** Colour is for people: on a terminal, unless the environment says otherwise. */
function isColoured({ environment, isTerminal }: Host): boolean {
  const { NO_COLOR: never, FORCE_COLOR: always, TERM: terminal } = environment
  if (never) return false
  if (always !== undefined) return always !== '0' && always !== 'false'
  return isTerminal('stderr') && terminal !== 'dumb'
}
