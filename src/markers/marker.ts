import type { JsonValue } from '../apimachinery/json.ts'
import type { SourceSpan } from '../diagnostics/diagnostic.ts'

/** What a marker describes, in controller-gen's sense. */
export type MarkerTarget = 'package' | 'type' | 'field'

/**
 * What kops does with a marker.
 * - `effect`: it changes what kops writes.
 * - `go`: it steers Go tools only; accepted, and said to be without effect.
 * - `client`: `genclient` and its options, which steer the generated typed client.
 */
export type MarkerClass = 'effect' | 'go' | 'client'

/**
 * The grammar of an argument's value, as controller-gen has it. `words` is client-gen's list, separated
 * by commas; `raw` is the rest of the line as written.
 */
export type ArgumentType =
  | 'flag'
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'any'
  | 'json'
  | 'raw'
  | 'strings'
  | 'anys'
  | 'words'

export interface ArgumentDefinition {
  /** Empty for the one anonymous argument (`+name=value`). */
  readonly name: string
  readonly type: ArgumentType
  readonly optional: boolean
  readonly doc: string
  /** Where only some words are legal; the value is given as spelled here. */
  readonly values?: readonly string[]
  /** Set where controller-gen takes the words of `values` in any case. */
  readonly ignoreCase?: boolean
  /** Set for an argument that controller-gen does not know, of a marker that it does. */
  readonly isOwn?: boolean
  /** Bounds of a number, both included. */
  readonly minimum?: number
  readonly maximum?: number
}

/** One row of the marker table. Parsing, target checks, help, completion and docs derive from it. */
export interface MarkerDefinition {
  /** Without the `+`: `kubebuilder:validation:Minimum`. */
  readonly name: string
  readonly targets: readonly MarkerTarget[]
  readonly class: MarkerClass
  /** Empty for a flag such as `+optional`. */
  readonly arguments: readonly ArgumentDefinition[]
  /** Whether several on one declaration add up; otherwise a second one is an error. */
  readonly repeatable: boolean
  /** What it does, one or two sentences. */
  readonly doc: string
  /** A line that a user can paste, `+` included. */
  readonly example: string
  /** The JSDoc tag that is a second name of it, without `@`. */
  readonly tag?: string
  /** What replaces it where it is kept only for old sources. */
  readonly deprecated?: string
  /** For a marker without effect: the one of this table that does in kops what its author wants. */
  readonly instead?: string
}

/** One marker as found: its definition, and its arguments as values. */
export interface Marker {
  readonly definition: MarkerDefinition
  /** The name as written, or `@tag`. */
  readonly written: string
  readonly target: MarkerTarget
  /**
   * By argument name; the anonymous argument under `''`. A flag has none. `@exclusiveMinimum 5` is
   * `kubebuilder:validation:ExclusiveMinimum` with the number 5; the marker's own value is a boolean.
   */
  readonly values: Readonly<Record<string, JsonValue>>
  /** Where each value stands. */
  readonly valueSpans: Readonly<Record<string, SourceSpan>>
  /** The whole marker, `+` included. */
  readonly span: SourceSpan
}

/** What the comments above a declaration say. */
export interface CommentContent {
  /** In source order. JSDoc tags of the table are markers too. */
  readonly markers: readonly Marker[]
  /** The prose, by controller-gen's rules: marker and tag lines, `TODO…` and what follows `---` left out. */
  readonly description: string
  /** The text of `@deprecated`, empty where the tag stands alone; absent where there is none. */
  readonly deprecated?: string
}
