import type { JSONSchemaProps } from '../apimachinery/custom-resource-definition.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { CommentContent } from '../markers/marker.ts'
import type { Comment, TypeModel } from '../typemodel/model.ts'
import type { DeferredCheck } from './deferred-checks.ts'
import type { Origins } from './origins.ts'

/** What a plain `number` of TypeScript stands for. */
export type NumberSetting = 'int32' | 'int64' | 'double'

/** What the project says about schemas. */
export interface SchemaSettings {
  /** Absent: plain `number` is an error inside a project, and a warned `type: number` outside. */
  readonly numbers?: NumberSetting | undefined
  readonly insideProject: boolean
  /** Whether an embedded ObjectMeta lists name, namespace, labels, annotations and finalizers. */
  readonly embeddedMetadata: boolean
  /** Longest description in characters; 0 drops them all. */
  readonly maxDescriptionLength?: number | undefined
  /** Marker prefixes of other tools, which are skipped. */
  readonly foreignPrefixes: readonly string[]
}

/** Where in the user's API a type is used. */
export interface Site {
  /** What messages call it: `TunnelSpec.hostname`. */
  readonly subject: string
  /** The way from the kind to here: `Menu.spec.root`. */
  readonly path: string
  /** Whether a marker says the `type` itself, so that a plain `number` is meant. */
  readonly isTypeSaid?: boolean | undefined
}

/** A named type that is being built: the way back to it would be a cycle. */
export interface OpenType {
  readonly id: string
  readonly name: string
  readonly path: string
  /** Whether a marker on the type, or on a field on the way to it, lets a cycle end here. */
  cuttable: boolean
}

/**
 * What the building of schemas shares in one run. Schemas are values: once built they are never
 * changed, so that a type used in many places is built once.
 */
export interface SchemaContext {
  readonly sink: DiagnosticSink
  readonly settings: SchemaSettings
  readonly origins: Origins
  /** Schemas of named types, by id. */
  readonly finished: Map<string, JSONSchemaProps>
  /** Named types that are being built, outermost first. */
  readonly open: OpenType[]
  /** The lowest index in `open` that a cut cycle went back to since it was last reset. */
  lowestCut: number
  /** Types that a reported cycle comes back to, by id. */
  readonly cycles: Set<string>
  /** Checks that need a heavy library. */
  readonly deferred: DeferredCheck[]
  /** Nodes that have been checked, by what their surroundings mean for the checks. */
  readonly checked: Map<string, WeakSet<JSONSchemaProps>>
  /** Nodes whose structure has been checked. */
  readonly structured: WeakSet<object>
  readonly build: (type: TypeModel, site: Site) => JSONSchemaProps
  readonly read: (comments: readonly Comment[], target: 'type' | 'field') => CommentContent
}
