import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { DeclaredText } from './declared-text.ts'
import type { LibraryName, TypeExpression } from './type-expression.ts'

/** A type of the file that is to be written. */
export interface PlannedDeclaration {
  readonly text: DeclaredText
  readonly body: InterfaceBody | AliasBody
  /** The ways from the kind to its uses, each by names of fields; it is named after them. */
  readonly uses: (readonly string[])[]
}

export interface InterfaceBody {
  readonly kind: 'interface'
  /** One of Kubernetes' own types that this one is, in other words, or one of the file's. */
  readonly extends?: LibraryName | PlannedDeclaration | undefined
  readonly members: readonly PlannedMember[]
  /** Whether fields that are not named are kept. */
  readonly isOpen: boolean
}

export interface AliasBody {
  readonly kind: 'alias'
  readonly type: PlannedType
}

export interface PlannedMember {
  readonly name: string
  readonly optional: boolean
  readonly type: PlannedType
  readonly text: DeclaredText
}

export type PlannedType = TypeExpression<PlannedDeclaration>

/** A type for a node, and what of the node is still to be said above it. */
export interface PlannedNode {
  readonly type: PlannedType
  /** The schema that the type gives by itself. */
  readonly base: JSONSchemaProps
  /** Markers that belong to the type, without `+`: they make `base` what it is. */
  readonly markers: readonly string[]
}
