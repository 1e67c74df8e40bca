import type { SourceSpan } from '../diagnostics/diagnostic.ts'
export interface DeferredCheck {
  kind: 'pattern' | 'rule'
  text: string
  span: SourceSpan | undefined
  subject: string
}
