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

/** Documentation by type and field; a type's own under the empty name. White space is collapsed. */
export type PackageProse = Readonly<Record<string, Readonly<Record<string, string>>>>

/** What kops knows of one package of k8s.io/api. */
export interface PackageFacts {
  readonly types: Readonly<Record<string, TypeFact>>
  readonly prose: PackageProse
}

const packages = new Map<string, PackageFacts>()
let resources: Readonly<Record<string, readonly ResourceFact[]>> | undefined

/** The facts of a package such as `core/v1`, read once; without types where there is no such package. */
export function packageFacts(name: string): PackageFacts {
  const facts = packages.get(name) ?? readPackage(name)
  packages.set(name, facts)
  return facts
}

/** Every resource that the API server of the release serves, by `group/version`; the core group is empty: `/v1`. */
export function builtInResources(): Readonly<Record<string, readonly ResourceFact[]>> {
  resources ??= JSON.parse(readDataFile('resources') ?? '{}') as Record<string, ResourceFact[]>
  return resources
}

function readPackage(name: string): PackageFacts {
  const text = /^\w+\/v\w+$/.test(name) ? readDataFile(name) : undefined
  return text === undefined ? { types: {}, prose: {} } : (JSON.parse(text) as PackageFacts)
}
