import type {
  CustomResourceConversion,
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '../../apimachinery/custom-resource-definition.ts'
import type { ResourceScope } from '../../apimachinery/group-version-kind.ts'
import type { SourceSpan } from '../../diagnostics/diagnostic.ts'
import type { Marker } from '../../markers/marker.ts'
import type { SchemaContext } from '../schema-context.ts'
import type { PathUse } from './path-checks.ts'

/** A version of a CRD in the making: what the markers of a kind say. */
export interface KindDraft {
  readonly context: SchemaContext
  readonly kind: string
  readonly names: CustomResourceDefinition['spec']['names']
  scope: ResourceScope
  readonly version: CustomResourceDefinitionVersion
  readonly annotations: Record<string, string>
  readonly labels: Record<string, string>
  isSkipped: boolean
  /** The order of the versions in the definition. */
  versionOrder: readonly string[] | undefined
  /** Whether paths may lead nowhere. */
  hasLoosePaths: boolean
  conversion: CustomResourceConversion | undefined
  conversionSpan: SourceSpan | undefined
  resourceSpan: SourceSpan | undefined
  storageSpan: SourceSpan | undefined
  /** Paths to be judged when the schema is there. */
  readonly paths: PathUse[]
}

/** What a marker of a kind does. */
export type KindEffect = (marker: Marker, draft: KindDraft) => void
