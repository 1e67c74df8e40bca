import type { JSONSchemaProps } from '../apimachinery/custom-resource-definition.ts'
import { readDataFile } from './data-files.ts'

/** The release whose types kops embeds where PROJECT names none. */
export const kubernetesRelease = 'v1.37.2'

/**
 * A schema with references: `$ref` names the type that says the rest (`core/v1.PodSpec`, `kops.Quantity`),
 * and what stands beside it is the field's own.
 */
export interface TypeFact extends Omit<
  JSONSchemaProps,
  'items' | 'properties' | 'additionalProperties'
> {
  readonly $ref?: string
  /** The constants that Kubernetes declares for an enumerated string type. */
  readonly $values?: readonly string[]
  /** `group/version/kind` of a type that is a kind. */
  readonly $kind?: string
  /** Types of the same package that Go embeds here: their properties are among this one's. */
  readonly $inlines?: readonly string[]
  readonly items?: TypeFact
  readonly properties?: Readonly<Record<string, TypeFact>>
  readonly additionalProperties?: TypeFact | boolean
}

/** A resource that the API server of the release serves. */
export interface ResourceFact {
  readonly kind: string
  readonly plural: string
  readonly namespaced: boolean
  readonly verbs: readonly string[]
  readonly subresources: readonly string[]
}

/** What kops knows of one Kubernetes release, without prose. */
export interface KubernetesFacts {
  readonly release: string
  /** By `group/version`; the core group is empty: `/v1`. */
  readonly resources: Readonly<Record<string, readonly ResourceFact[]>>
  /** By package of k8s.io/api (`core/v1`) and type. */
  readonly types: Readonly<Record<string, Readonly<Record<string, TypeFact>>>>
}

/** Documentation by package, type and field; a type's own under the empty name. White space is collapsed. */
export type KubernetesProse = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>
>

let facts: KubernetesFacts | undefined
let prose: KubernetesProse | undefined

/** Reads the facts once. */
export function kubernetesFacts(): KubernetesFacts {
  facts ??= JSON.parse(readDataFile(`facts/${kubernetesRelease}.json`)) as KubernetesFacts
  return facts
}

/** Reads the prose once. */
export function kubernetesProse(): KubernetesProse {
  prose ??= JSON.parse(readDataFile('prose.json')) as KubernetesProse
  return prose
}
