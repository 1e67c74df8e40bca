import type { ResourceDescriptor } from '../../../apimachinery/group-version-kind.ts'
import type { TypedObject } from '../../client/client.ts'
import { KindConverter, type Conversion } from './kind-converter.ts'

/** What a conversion needs of the manager that runs it. */
export interface ConversionHost {
  readonly webhookServer: { registerConverter(converter: KindConverter): void }
}

/** Converts between the versions of a kind. Say the hub, then each spoke, and end with `complete`. */
export function newConversion(host: ConversionHost): ConversionHubChoice {
  return {
    hub: <Hub extends TypedObject>(hub: ResourceDescriptor<Hub>) =>
      new ConversionBuilder<Hub>(host, hub),
  }
}

/** The beginning of a conversion. */
export interface ConversionHubChoice {
  /** The version that all others are converted to and from: best the one that holds the most. */
  hub<Hub extends TypedObject>(hub: ResourceDescriptor<Hub>): ConversionBuilder<Hub>
}

/** Says which versions of a kind there are, and how they become the hub. */
export class ConversionBuilder<Hub extends TypedObject> {
  readonly #host: ConversionHost
  readonly #converter: KindConverter

  constructor(host: ConversionHost, hub: ResourceDescriptor<Hub>) {
    this.#host = host
    this.#converter = new KindConverter(hub)
  }

  /** Another version of the kind. One spoke becomes another through the hub. */
  spoke<Spoke extends TypedObject>(
    spoke: ResourceDescriptor<Spoke>,
    conversion: Conversion<Spoke, Hub>,
  ): this {
    this.#converter.add(spoke, conversion)
    return this
  }

  /** Serves `/convert` for the kind. Throws where there is no spoke, or the kind is converted already. */
  complete(): void {
    if (this.#converter.spokeCount === 0) {
      throw new Error(
        `a conversion of ${this.#converter.groupKind} needs a version besides the hub`,
      )
    }
    this.#host.webhookServer.registerConverter(this.#converter)
  }
}
