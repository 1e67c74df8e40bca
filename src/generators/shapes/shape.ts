import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { TypeModel } from '../../typemodel/model.ts'

/*
 * The types of an API as a reader of it meets them: structs with names, and what their fields hold. Names come from
 * the user's types, everything else from the schema.
 */

/** What a value is. `schema` is that of the place where it stands. */
export type Shape =
  | { readonly kind: 'struct'; readonly struct: Struct; readonly schema: JSONSchemaProps }
  | { readonly kind: 'library'; readonly type: LibraryName; readonly schema: JSONSchemaProps }
  | { readonly kind: 'list'; readonly item: Shape; readonly schema: JSONSchemaProps }
  | { readonly kind: 'map'; readonly value: Shape; readonly schema: JSONSchemaProps }
  | {
      readonly kind: 'plain'
      readonly schema: JSONSchemaProps
      /** What the user wrote, where it is known. */
      readonly type?: TypeModel | undefined
      /** The constants of one of Kubernetes' own enumerations. */
      readonly constants?: readonly string[] | undefined
    }

/** A type that kops's own package exports: `kops/kubernetes/core/v1` and `PodSpec`. */
export interface LibraryName {
  readonly module: string
  readonly name: string
}

/** An object type. */
export interface Struct {
  /** Unique within a folder. */
  readonly name: string
  /** What the type says of itself, wherever it is used. */
  readonly schema: JSONSchemaProps
  readonly fields: readonly StructField[]
}

/** A named property of an object type. */
export interface StructField {
  readonly name: string
  readonly isRequired: boolean
  readonly shape: Shape
}

/** The types of a folder: the kinds, and all that they are made of, each once. */
export interface FolderShapes {
  readonly kinds: readonly Struct[]
  /** Without the kinds, in the order in which they are met. */
  readonly structs: readonly Struct[]
}
