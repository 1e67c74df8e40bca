import type { Client, TypedObject } from '../client/client.ts'
import type { Clock } from '../clock/clock.ts'
import type { Logger } from '../log/logger.ts'
import { bundleFieldManager, type AuthorityTarget } from './authority-target.ts'

export interface AuthorityTargetsOptions {
  readonly client: Pick<Client, 'get' | 'apply'>
  readonly clock: Clock
  readonly logger: Logger
}

/** A target as it was read: absent, or with the version that a write is conditional on. */
export interface SeenTarget {
  readonly target: AuthorityTarget
  readonly object: TypedObject | undefined
}

/** All who have to know the authorities, and since when they have. */
export class AuthorityTargets {
  readonly #targets: readonly AuthorityTarget[]
  readonly #options: AuthorityTargetsOptions
  #failures: unknown[] = []
  #known: { readonly authorities: string; readonly sinceMs: number } | undefined

  constructor(targets: readonly AuthorityTarget[], options: AuthorityTargetsOptions) {
    this.#targets = targets
    this.#options = options
  }

  /** Reads all. One that cannot be read does not stand in the way of the others. */
  async read(signal: AbortSignal): Promise<readonly SeenTarget[]> {
    this.#failures = []
    const { client } = this.#options
    const seen = this.#targets.map(async (target) => {
      const object = await client.get(target.resource, { name: target.name }, { signal })
      return { target, object }
    })
    return this.#settle(seen)
  }

  /**
   * Puts the bundle where it is not, on condition that nobody has written meanwhile. For how long all have held it, in
   * milliseconds; `undefined` where one does not. An object that is not there has nobody call.
   */
  async tell(
    authorities: string,
    seen: readonly SeenTarget[],
    signal: AbortSignal,
  ): Promise<number | undefined> {
    if (authorities === '') return undefined
    const bundle = Buffer.from(authorities, 'utf8').toString('base64')
    await this.#settle(seen.map((each) => this.#tellOne(each, bundle, signal)))
    if (this.#failures.length > 0) {
      this.#known = undefined
      return undefined
    }
    const now = this.#options.clock.monotonic()
    if (this.#known?.authorities !== authorities) this.#known = { authorities, sinceMs: now }
    return now - this.#known.sinceMs
  }

  /** Throws where a target could not be read or told since the last read. */
  throwFailures(): void {
    if (this.#failures.length > 0) throw this.#failures[0]
  }

  async #tellOne(
    { target, object }: SeenTarget,
    bundle: string,
    signal: AbortSignal,
  ): Promise<void> {
    if (object === undefined) return
    if (target.bundlesIn(object).every((each) => each === bundle)) return
    const { client, logger } = this.#options
    const { name, resource } = target
    const metadata = { name, resourceVersion: object.metadata?.resourceVersion ?? '' }
    const part = { ...target.withBundle(object, bundle), metadata }
    const options = { force: true, fieldManager: bundleFieldManager, signal }
    await client.apply(resource, part, options)
    this.#known = undefined
    logger.info('webhook authorities applied', { kind: resource.kind, name })
  }

  async #settle<T>(promises: readonly Promise<T>[]): Promise<T[]> {
    const outcomes = await Promise.allSettled(promises)
    return outcomes.flatMap((outcome) => {
      if (outcome.status === 'fulfilled') return [outcome.value]
      this.#failures.push(outcome.reason)
      return []
    })
  }
}
