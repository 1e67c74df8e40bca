import picocolors from 'picocolors'
import { showLine, showText } from '../apimachinery/terminal-text.ts'
import type { Diagnostic, Note, SourceSpan } from './diagnostic.ts'
import type { RenderOptions } from './render-options.ts'
import { renderFrame, type FrameStyle } from './source-frame.ts'
import { locate } from './source-location.ts'

type Painter = (text: string) => string

interface TextStyle extends FrameStyle {
  readonly options: RenderOptions
  readonly paintTitle: Painter
}

/**
 * Diagnostics as people read them in a terminal: a title, the source with the place underlined, notes
 * and helps; the summary is the last line.
 */
export function renderText(
  diagnostics: readonly Diagnostic[],
  options: RenderOptions & { readonly isColoured: boolean },
): string {
  const colours = picocolors.createColors(options.isColoured)
  const blocks = diagnostics.map((diagnostic) => {
    const isError = diagnostic.severity === 'error'
    return renderDiagnostic(diagnostic, {
      options,
      gutterWidth: gutterWidth(diagnostic, options),
      paintGutter: (text) => colours.bold(colours.blue(text)),
      paintMark: isError ? colours.red : colours.yellow,
      paintTitle: (text) => colours.bold((isError ? colours.red : colours.yellow)(text)),
    })
  })
  const parts = options.summary === '' ? blocks : [...blocks, showLine(options.summary)]
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`
}

function renderDiagnostic(diagnostic: Diagnostic, style: TextStyle): string {
  const { code, severity, message, notes, helps, span } = diagnostic
  return [
    `${style.paintTitle(`${severity}[${code}]`)}: ${showLine(message)}`,
    ...(span === undefined ? [] : renderPlace(span, style)),
    ...notes
      .filter((note) => note.span === undefined)
      .flatMap((note) => remark('note', note.message, style)),
    ...helps.flatMap((help) => remark('help', help, style)),
    ...notes.flatMap((note) => renderPlacedNote(note, style)),
  ].join('\n')
}

function renderPlacedNote({ message, span }: Note, style: TextStyle): readonly string[] {
  return span === undefined ? [] : [`note: ${showLine(message)}`, ...renderPlace(span, style)]
}

/** The arrow line and the frame. Where the file's text is not known, the path alone. */
function renderPlace(span: SourceSpan, style: TextStyle): readonly string[] {
  const { readText, showPath } = style.options
  const { path, start } = locate(span, readText)
  const place = start === undefined ? '' : `:${start.line}:${start.column}`
  const arrow = `${' '.repeat(style.gutterWidth)}${style.paintGutter('-->')} ${showLine(showPath(path))}${place}`
  const text = readText(path)
  return text === undefined ? [arrow] : [arrow, ...renderFrame(text, span, style)]
}

/** Further lines of a remark stand below its first. */
function remark(label: 'note' | 'help', text: string, style: TextStyle): readonly string[] {
  const indent = ' '.repeat(style.gutterWidth + 1)
  return showText(text)
    .split('\n')
    .map((line, index) =>
      index === 0
        ? `${indent}${style.paintGutter('=')} ${label}: ${line}`
        : `${indent}  ${' '.repeat(label.length + 2)}${line}`.trimEnd(),
    )
}

/** As wide as the largest line number that the diagnostic shows. */
function gutterWidth({ span, notes }: Diagnostic, { readText }: RenderOptions): number {
  const spans = [span, ...notes.map((note) => note.span)].filter((each) => each !== undefined)
  const lines = spans.map((each) => locate(each, readText).end?.line ?? 1)
  return String(Math.max(1, ...lines)).length
}
