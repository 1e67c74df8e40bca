import { renderApiVersion } from '../../../apimachinery/api-version.ts'
import type { ResourceDescriptor } from '../../../apimachinery/group-version-kind.ts'
import type { KubernetesObject } from '../../../apimachinery/kubernetes-object.ts'
import type { TypedObject } from '../../client/client.ts'

/** How a version of a kind is turned into the hub and made from it. Both are pure: what is given is not changed. */
export interface Conversion<Spoke, Hub> {
  convertTo(spoke: Spoke): Hub
  convertFrom(hub: Hub): Spoke
}

type AnyConversion = Conversion<unknown, unknown>

/** An object cannot be converted, and why. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError'
}

/** Converts between the versions of one kind, through the one that is the hub. */
export class KindConverter {
  /** `Application.apps.my.domain` */
  readonly groupKind: string
  readonly #hub: string
  readonly #spokes = new Map<string, AnyConversion>()

  constructor(hub: ResourceDescriptor) {
    this.groupKind = groupKindOf(hub)
    this.#hub = renderApiVersion(hub)
  }

  /** How many versions are converted to and from the hub. */
  get spokeCount(): number {
    return this.#spokes.size
  }

  /** Throws for another kind, and for a version that is there already. */
  add<Spoke extends TypedObject, Hub extends TypedObject>(
    spoke: ResourceDescriptor<Spoke>,
    conversion: Conversion<Spoke, Hub>,
  ): void {
    const apiVersion = renderApiVersion(spoke)
    if (groupKindOf(spoke) !== this.groupKind) {
      throw new Error(
        `Expected a spoke of ${this.groupKind} to be of that kind, got ${groupKindOf(spoke)}`,
      )
    }
    if (apiVersion === this.#hub || this.#spokes.has(apiVersion)) {
      throw new Error(`Expected each version of ${this.groupKind} once, got two ${apiVersion}`)
    }
    // A spoke is given only what was read as of its version, and a hub what came from a spoke of the same kind.
    this.#spokes.set(apiVersion, conversion as AnyConversion)
  }

  /** The object in another version; the same object where it has that version already. */
  convert(object: KubernetesObject, desired: string): KubernetesObject {
    if (object.apiVersion === desired) return object
    const hub = this.#toHub(object)
    const converted = desired === this.#hub ? hub : this.#find(desired).convertFrom(hub)
    if (typeof converted !== 'object' || converted === null || converted instanceof Promise) {
      throw new ConversionError(`the conversion gave ${describe(converted)} in place of an object`)
    }
    return withIdentity(converted as Partial<KubernetesObject>, object, desired)
  }

  /** On its way to another spoke it is a hub as any other, identity and all. */
  #toHub(object: KubernetesObject): unknown {
    if (object.apiVersion === this.#hub) return { ...object, metadata: { ...object.metadata } }
    const given = { ...object, metadata: { ...object.metadata } }
    const hub = this.#find(object.apiVersion).convertTo(given)
    if (typeof hub !== 'object' || hub === null || hub instanceof Promise) {
      throw new ConversionError(`the conversion gave ${describe(hub)} in place of an object`)
    }
    return withIdentity(hub as Partial<KubernetesObject>, object, this.#hub)
  }

  #find(apiVersion: string): AnyConversion {
    const conversion = this.#spokes.get(apiVersion)
    if (conversion !== undefined) return conversion
    const known = [this.#hub, ...this.#spokes.keys()].join(', ')
    throw new ConversionError(`there is no conversion for ${apiVersion}; there is for ${known}`)
  }
}

/** How kinds are told apart, whatever the version. */
export function groupKindOf({ group, kind }: { group: string; kind: string }): string {
  return group === '' ? kind : `${kind}.${group}`
}

/** The API server refuses the whole answer when one of these is another. */
const identity = ['name', 'namespace', 'uid'] as const

/**
 * What was converted, with the metadata of the object that it was: of those a conversion decides labels and annotations
 * alone. A conversion that gives the object another name is a mistake, and told.
 */
function withIdentity(
  converted: Partial<KubernetesObject>,
  { kind, metadata }: KubernetesObject,
  apiVersion: string,
): KubernetesObject {
  const given = converted.metadata ?? {}
  for (const key of identity) {
    if (given[key] !== undefined && given[key] !== metadata[key]) {
      throw new ConversionError(
        `the conversion changed metadata.${key} from ${metadata[key] ?? 'nothing'} to ${given[key]}`,
      )
    }
  }
  const { labels: _labels, annotations: _annotations, ...rest } = metadata
  const { labels, annotations } = given
  return {
    ...converted,
    apiVersion,
    kind,
    metadata: { ...rest, ...(labels && { labels }), ...(annotations && { annotations }) },
  }
}

function describe(value: unknown): string {
  if (value instanceof Promise) return 'a promise'
  return value === undefined || value === null ? 'nothing' : `a ${typeof value}`
}
