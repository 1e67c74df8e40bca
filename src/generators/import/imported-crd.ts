import type { JsonObject } from '../../apimachinery/json.ts'
import type { SourceSpan } from '../../diagnostics/diagnostic.ts'

/** A definition that was read and found right. */
export interface ImportedCrd {
  /** `apiextensions.k8s.io/v1`, as far as the API server keeps it. */
  readonly crd: JsonObject
  /** `certificates.cert-manager.io` */
  readonly name: string
  /** Where the name stands; looked for only when it is asked for. */
  readonly span: () => SourceSpan
}
