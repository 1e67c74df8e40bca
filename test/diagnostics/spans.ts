import type { Diagnostic, SourceSpan } from '../../src/diagnostics/diagnostic.ts'
import { renderText } from '../../src/diagnostics/render-text.ts'

/** A text in which `[` and `]` mark a span; the brackets themselves are taken out. */
export interface MarkedText {
  readonly text: string
  readonly span: SourceSpan
}

export function markedText(marked: string, path = 'api/v1/tunnel.ts'): MarkedText {
  const start = marked.indexOf('[')
  const end = marked.indexOf(']') - 1
  return { text: marked.replace('[', '').replace(']', ''), span: { path, start, end } }
}

export function errorAt(span: SourceSpan | undefined, more: Partial<Diagnostic> = {}): Diagnostic {
  return {
    code: 'marker/wrong-type',
    severity: 'error',
    message: 'wrong',
    notes: [],
    helps: [],
    ...(span && { span }),
    ...more,
  }
}

/** The text form of one diagnostic about one marked text, without colour and summary. */
export function renderMarked(marked: string, more: Partial<Diagnostic> = {}): string {
  const { text, span } = markedText(marked)
  return renderText([errorAt(span, more)], {
    readText: (path) => (path === span.path ? text : undefined),
    showPath: (path) => path,
    summary: '',
    isColoured: false,
  })
}
