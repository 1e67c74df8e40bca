import type { Severity } from './diagnostic.ts'

/** A small input that shows a code, kept runnable by a test. */
export interface CodeExample {
  /** Files by path. Paths are relative to the package that `arguments` run in. */
  readonly files: Readonly<Record<string, string>>
  /** The command line after `kops`; `['manifests']` where absent. */
  readonly arguments?: readonly string[]
  /** What the command must find in a cluster: `without that CRD`. Such an example has a test of its own. */
  readonly cluster?: string
  /** What files alone cannot show: `in a clone`. Such an example has a test of its own. */
  readonly surroundings?: string
}

/**
 * One row of the table of codes. The texts are the source of `kops explain` and of the diagnostics page.
 * `message` has holes of the form `{name}`, which `report` fills.
 */
export interface CodeDefinition {
  readonly severity: Severity
  readonly message: string
  /** The rule behind it: which Kubernetes or kops rule is broken, and what would happen otherwise. */
  readonly why: string
  /** How to get out of it. */
  readonly remedy: string
  readonly example: CodeExample
}
