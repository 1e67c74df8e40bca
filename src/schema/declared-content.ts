import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { CommentContent, MarkerTarget } from '../markers/marker.ts'
import type { Comment } from '../typemodel/model.ts'
import type { SchemaContext, SchemaSettings } from './schema-context.ts'

/** Reads the comments of declarations, each once in a run, so that a mistake is reported once. */
export function createContentReader(
  _sink: DiagnosticSink,
  _settings: SchemaSettings,
): SchemaContext['read'] {
  const known = new WeakMap<readonly Comment[], Map<MarkerTarget, CommentContent>>()
  return (comments, target) => {
    const byTarget = known.get(comments) ?? new Map<MarkerTarget, CommentContent>()
    known.set(comments, byTarget)
    const content = byTarget.get(target) ?? { markers: [], description: '' }
    byTarget.set(target, content)
    return content
  }
}
