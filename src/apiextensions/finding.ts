import type { Path } from '../apimachinery/value-path.ts'

/**
 * One thing that kube-apiserver objects to in a definition. `path` leads from the checked value to the
 * keyword that must change, `detail` says why in the API server's words.
 */
export interface Finding<Code extends string = string> {
  readonly path: Path | undefined
  readonly code: Code
  readonly detail: string
}
