import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { CommentContent } from '../markers/marker.ts'
import { readComments } from '../markers/read-comments.ts'
import type { Comment } from '../typemodel/model.ts'
import type { SchemaContext, SchemaSettings } from './schema-context.ts'

type ContentTarget = 'type' | 'field'

/** Reads the comments of declarations, each once in a run. */
export function createContentReader(
  sink: DiagnosticSink,
  { foreignPrefixes }: SchemaSettings,
  readText: (path: string) => string | undefined,
): SchemaContext['read'] {
  const context = { sink, strict: true, foreignPrefixes, readText }
  const known = new WeakMap<readonly Comment[], Map<ContentTarget, CommentContent>>()
  return (comments, target) => {
    const byTarget = known.get(comments) ?? new Map<ContentTarget, CommentContent>()
    known.set(comments, byTarget)
    const content = byTarget.get(target) ?? readComments(comments, target, context)
    byTarget.set(target, content)
    return content
  }
}
