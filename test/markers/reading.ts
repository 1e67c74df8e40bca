import type { Diagnostic, SourceSpan } from '../../src/diagnostics/diagnostic.ts'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import type { CommentContent, Marker } from '../../src/markers/marker.ts'
import { readPackageMarkers } from '../../src/markers/package-markers.ts'
import { readComments } from '../../src/markers/read-comments.ts'
import { scanComments } from '../../src/typemodel/comments.ts'

const path = 'api/v1/shop.ts'

/** What was read, and the text that each diagnostic points at. */
export interface Reading {
  readonly content: CommentContent
  readonly diagnostics: readonly Diagnostic[]
  readonly codes: readonly string[]
  readonly textOf: (span: SourceSpan | undefined) => string
}

/** Reads every comment of a text as those above one property or type. */
export function readText(
  text: string,
  target: 'type' | 'field' = 'field',
  { strict = true, foreignPrefixes = [] as readonly string[] } = {},
): Reading {
  const sink = new DiagnosticSink()
  const comments = scanComments({ path, text }, () => [])
  const context = { sink, strict, foreignPrefixes, readText: () => text }
  const content = readComments(comments, target, context)
  const { diagnostics } = sink
  return {
    content,
    diagnostics,
    codes: diagnostics.map(({ code }) => code),
    textOf: (span) => (span === undefined ? '' : text.slice(span.start, span.end)),
  }
}

/** Reads one marker line above a property or type. */
export function readLine(line: string, target: 'type' | 'field' = 'field'): Reading {
  return readText(`// ${line}\nname: string`, target)
}

/** Reads a text as a file whose comments stand above nothing. */
export function readFile(
  text: string,
  { strict = true, foreignPrefixes = [] as readonly string[], attached = false } = {},
): { readonly markers: readonly Marker[]; readonly diagnostics: readonly Diagnostic[] } {
  const sink = new DiagnosticSink()
  const comments = scanComments({ path, text }, () => [])
  const file = { path, text, comments, attached: new Set(attached ? comments : []) }
  const markers = readPackageMarkers([file], { sink, isStrict: () => strict, foreignPrefixes })
  return { markers, diagnostics: sink.diagnostics }
}
