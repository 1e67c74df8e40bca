import { anyKind } from '../../../src/runtime/client/object-identity.ts'
import { copyJson } from '../../../src/apimachinery/copy-json.ts'
import { StatusError } from '../../../src/apimachinery/status.ts'
import { verifiesAgainst } from '../../../src/runtime/certificates/certificate-bundle.ts'
import type { Client, ObjectKey, TypedObject } from '../../../src/runtime/client/client.ts'
import { sleep } from '../../../src/runtime/clock/sleep.ts'
import type { ManualClock } from '../clock/manual-clock.ts'

type KeptClient = Pick<Client, 'get' | 'update' | 'apply' | 'watch'>

interface Webhooks extends TypedObject {
  webhooks: { name: string; clientConfig: { caBundle?: string } }[]
}

/** How late the API server may hear of a configuration. */
const lagMs = 30_000

export const service = { name: 'webhook-service', namespace: 'fleet-system' }
export const secretKey = { namespace: 'fleet-system', name: 'webhook-server-cert' }

/** A Secret and one configuration on a server that refuses writes to another version than the newest. */
export class CertificateCluster {
  readonly objects = new Map<string, TypedObject>()
  /** How long the next request takes. */
  delayMs: () => number = () => 0
  /** Called with each request; may throw. */
  onRequest: (verb: string, name: string) => void = () => undefined
  readonly #clock: ManualClock
  #version = 1
  readonly #watchers = new Set<() => void>()
  readonly #told: { readonly atMs: number; readonly bundles: readonly string[] }[] = []

  constructor(clock: ManualClock) {
    this.#clock = clock
    this.put({ metadata: { ...secretKey } })
    this.put({
      metadata: { name: 'validating' },
      webhooks: ['a', 'b'].map((name) => ({ name, clientConfig: { service } })),
    } as TypedObject)
  }

  put(object: TypedObject): TypedObject {
    const metadata = { ...object.metadata, resourceVersion: String(this.#version++) }
    const stored = { ...object, metadata }
    this.objects.set(metadata.name ?? '', stored)
    if ('webhooks' in object) {
      this.#told.push({ atMs: this.#clock.monotonic(), bundles: this.bundles() })
    }
    this.#watchers.forEach((notify) => notify())
    return stored
  }

  secret(): { readonly data?: Record<string, string> } & TypedObject {
    return this.objects.get(secretKey.name) ?? {}
  }

  /** The bundles of the configuration, as PEM. */
  bundles(): readonly string[] {
    const { webhooks } = this.objects.get('validating') as Webhooks
    return webhooks.map(({ clientConfig: { caBundle = '' } }) =>
      Buffer.from(caBundle, 'base64').toString('utf8'),
    )
  }

  /** Whether a call of the API server to one who serves with this certificate succeeds, though it hears of changes late. */
  trusts(cert: string): boolean {
    const heardAt = this.#clock.monotonic() - lagMs
    const last = this.#told.findLastIndex(({ atMs }) => atMs <= heardAt)
    const heard = this.#told.slice(Math.max(last, 0)).flatMap(({ bundles }) => bundles)
    return heard.every((bundle) => verifiesAgainst(cert, bundle))
  }

  /** `before` may hold up a request on its way to the server. */
  client(before?: (verb: string) => Promise<void>): KeptClient {
    const answer = async <T>(verb: string, name: string, body: () => T): Promise<T> => {
      await before?.(verb)
      await sleep(this.#clock, this.delayMs())
      this.onRequest(verb, name)
      const value = body()
      await sleep(this.#clock, this.delayMs())
      return value
    }
    const find = <T>({ name }: ObjectKey): T | undefined => {
      const found = this.objects.get(name)
      return found && (copyJson(found) as T)
    }
    return {
      get: (_resource, key) => answer('get', key.name, () => find(key)),
      update: (_resource, given) => {
        const object = anyKind(given)
        return answer('update', object.metadata?.name ?? '', () => {
          this.#assertNewest(object)
          return this.put(object) as never
        })
      },
      apply: (_resource, given) => {
        const object = anyKind(given)
        return answer('apply', object.metadata?.name ?? '', () => {
          this.#assertNewest(object)
          return this.put(this.#merge(object)) as never
        })
      },
      watch: (_resource, options) => this.#watch(options?.signal),
    }
  }

  /** Waits for a change, and tells of it without saying more: nothing else is looked at. */
  async *#watch(signal: AbortSignal | undefined): AsyncGenerator<never> {
    while (signal?.aborted !== true) {
      await new Promise<void>((resolve) => {
        const notify = (): void => {
          this.#watchers.delete(notify)
          signal?.removeEventListener('abort', notify)
          resolve()
        }
        this.#watchers.add(notify)
        signal?.addEventListener('abort', notify)
      })
      yield { type: 'MODIFIED', object: {} } as never
    }
  }

  #assertNewest({ metadata = {} }: TypedObject): void {
    const newest = this.objects.get(metadata.name ?? '')?.metadata?.resourceVersion
    if (metadata.resourceVersion === newest) return
    throw new StatusError({ apiVersion: 'v1', kind: 'Status', reason: 'Conflict', code: 409 })
  }

  #merge(object: TypedObject): TypedObject {
    const { webhooks } = object as Webhooks
    const stored = this.objects.get('validating') as Webhooks
    return {
      ...stored,
      webhooks: stored.webhooks.map((each) => ({
        ...each,
        clientConfig: {
          ...each.clientConfig,
          ...webhooks.find(({ name }) => name === each.name)?.clientConfig,
        },
      })),
    } as TypedObject
  }
}
