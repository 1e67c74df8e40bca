import type { SourceSpan } from '../../diagnostics/diagnostic.ts'
import { textOf, valueSpan } from '../effects/draft.ts'
import type { KindDraft, KindEffect } from './kind-draft.ts'

const maxWarningBytes = 256

/** `+kubebuilder:deprecatedversion`, with the warning that clients get. */
export const describeDeprecation: KindEffect = (marker, draft) => {
  deprecate(draft, textOf(marker, 'warning') ?? textOf(marker), valueSpan(marker, 'warning'))
}

/** Marks the version as deprecated. Kubernetes writes a warning of its own where there is no text. */
export function deprecate(draft: KindDraft, text: string | undefined, span: SourceSpan): void {
  draft.version.deprecated = true
  const warning = (text ?? '').replace(/\s+/g, ' ').trim()
  if (warning === '') return
  const bytes = new TextEncoder().encode(warning).length
  if (bytes > maxWarningBytes) {
    draft.context.sink.report(
      'schema/long-warning',
      { kind: draft.kind, bytes: String(bytes) },
      { span, helps: [`shorten it to ${maxWarningBytes} bytes`] },
    )
    return
  }
  draft.version.deprecationWarning = warning
}
