import { createPrivateKey } from 'node:crypto'
import { isConflict } from '../../apimachinery/status-errors.ts'
import type { Client, ObjectKey } from '../client/client.ts'
import type { Clock } from '../clock/clock.ts'
import { BackOff } from '../informer/back-off.ts'
import type { Logger } from '../log/logger.ts'
import { Alarm } from './alarm.ts'
import type { AuthorityTarget } from './authority-target.ts'
import { AuthorityTargets } from './authority-targets.ts'
import { mergeBundles } from './certificate-bundle.ts'
import {
  readCertificateSecret,
  Secret,
  writeCertificateSecret,
  type StoredCertificate,
} from './certificate-secret.ts'
import type { CertificateSigner } from './certificate-signer.ts'
import { generateKeys, keyToPem } from './certificate-authority.ts'
import { decideRotation, isBelieved, type RotationFacts, type RotationStep } from './rotation.ts'
import type { ServingCertificate, ServingPair } from './serving-certificate.ts'
import { watchObject } from './watch-object.ts'

export interface KeptCertificateOptions {
  readonly client: Pick<Client, 'get' | 'update' | 'apply' | 'watch'>
  readonly clock: Clock
  readonly logger: Logger
  /** The Secret that all replicas share. It must be there: nobody needs the right to create any. */
  readonly secret: ObjectKey
  /** The names that the API server calls. */
  readonly hosts: readonly string[]
  readonly signer: CertificateSigner
  /** Who has to know the authorities. */
  readonly targets: readonly AuthorityTarget[]
  /** How long they must have known a new authority before it is served. Default: five minutes. */
  readonly overlapMs?: number | undefined
}

/** The Secret of the certificates is not there. */
export class MissingSecretError extends Error {
  override readonly name = 'MissingSecretError'
}

const overlapMs = 5 * 60_000

/**
 * A serving certificate that replicas keep in one Secret and replace in time, without a moment in which the API server
 * does not believe one of them. Start reading at `rotation.ts`, which decides; here it is done, over and over: when
 * something changes, when something is due, and after failures. What fails leaves the pair before in service.
 */
export class KeptCertificate implements ServingCertificate {
  readonly #options: KeptCertificateOptions
  readonly #targets: AuthorityTargets
  readonly #alarm: Alarm
  readonly #listeners: ((pair: ServingPair) => void)[] = []
  #pair: ServingPair | undefined
  #announcePair: () => void = () => undefined

  constructor(options: KeptCertificateOptions) {
    this.#options = options
    this.#targets = new AuthorityTargets(options.targets, options)
    this.#alarm = new Alarm(options.clock)
  }

  async start(signal: AbortSignal): Promise<void> {
    const hasPair = new Promise<void>((resolve) => {
      this.#announcePair = resolve
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    this.#watch(signal)
    void this.#run(signal)
    await hasPair
  }

  current(): ServingPair {
    if (this.#pair === undefined)
      throw new TypeError('Expected a certificate that is kept, got none')
    return this.#pair
  }

  onChange(listener: (pair: ServingPair) => void): void {
    this.#listeners.push(listener)
  }

  #watch(signal: AbortSignal): void {
    const { client, clock, logger, secret, targets } = this.#options
    const watched = [
      { resource: Secret, key: secret },
      ...targets.map(({ resource, name }) => ({ resource, key: { name } })),
    ]
    signal.addEventListener('abort', () => this.#alarm.ring(), { once: true })
    for (const { resource, key } of watched) {
      const onChange = (): void => this.#alarm.ring()
      void watchObject(resource, { client, clock, logger, key, onChange }, signal)
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#options
    const backOff = new BackOff({ clock })
    while (!signal.aborted) {
      let delayMs: number
      try {
        delayMs = await this.#turn(signal)
      } catch (error) {
        if (signal.aborted) return
        // Another replica was faster: its step is looked at.
        delayMs = isConflict(error) ? backOff.jitter(50) : backOff.next()
        if (!isConflict(error)) logger.error('cannot keep the webhook certificate', { error })
      }
      await this.#alarm.sleep(delayMs)
    }
  }

  /** Looks at everything once and does what is next. How long there is nothing more to do. */
  async #turn(signal: AbortSignal): Promise<number> {
    // Read before the Secret: a bundle is then never put in place of a newer one.
    const seen = await this.#targets.read(signal)
    const secret = await this.#readSecret(signal)
    const stored = readCertificateSecret(secret)
    const { clock, hosts } = this.#options
    const now = clock.now()
    this.#serve(stored, { now, hosts })
    const knownForMs = await this.#targets.tell(stored.authorities, seen, signal)
    const overlap = this.#options.overlapMs ?? overlapMs
    const facts = { now, hosts, served: this.#pair?.cert, knownForMs, overlapMs: overlap }
    const decision = decideRotation(stored, facts)
    const changed = await this.#take(decision.step, stored, signal)
    if (changed !== undefined) {
      const written = writeCertificateSecret(secret, changed)
      await this.#options.client.update(Secret, written, { signal })
      return 0
    }
    this.#targets.throwFailures()
    return decision.againMs
  }

  async #readSecret(signal: AbortSignal): Promise<Secret> {
    const { client, secret } = this.#options
    const found = await client.get(Secret, secret, { signal })
    if (found !== undefined) return found
    throw new MissingSecretError(
      `the Secret ${secret.namespace}/${secret.name} is not there: apply the manifests again`,
    )
  }

  /** A pair that nobody would believe does not take the place of one that is served. */
  #serve(
    { current: pair, authorities }: StoredCertificate,
    facts: Pick<RotationFacts, 'now' | 'hosts'>,
  ): void {
    const before = this.#pair
    if (pair === undefined || (before?.cert === pair.cert && before.key === pair.key)) return
    if (before !== undefined && !isBelieved(pair.cert, authorities, facts)) return
    this.#pair = pair
    if (before === undefined) return this.#announcePair()
    this.#options.logger.info('webhook certificate changed', { secret: this.#options.secret.name })
    this.#listeners.forEach((listener) => listener(pair))
  }

  /** What is to be stored then; `undefined` for nothing. */
  async #take(
    step: RotationStep,
    stored: StoredCertificate,
    signal: AbortSignal,
  ): Promise<StoredCertificate | undefined> {
    switch (step) {
      case 'begin': {
        const key = keyToPem(generateKeys().privateKey)
        return { ...stored, next: { key }, isRotationWanted: false }
      }
      case 'sign':
        return this.#sign(stored, signal)
      case 'serve': {
        const { key, cert } = stored.next ?? {}
        const current = key !== undefined && cert !== undefined ? { cert, key } : stored.current
        return { ...stored, current, next: undefined }
      }
      case 'wait':
        return undefined
    }
  }

  async #sign(
    stored: StoredCertificate,
    signal: AbortSignal,
  ): Promise<StoredCertificate | undefined> {
    const { signer, hosts, clock, logger, secret } = this.#options
    const { key = '' } = stored.next ?? {}
    const signed = await signer.sign({ key: createPrivateKey(key), hosts, stored, signal })
    if (signed === undefined) return undefined
    logger.info('webhook certificate made', { secret: secret.name, hosts })
    const authorities = mergeBundles(clock.now(), stored.authorities, signed.authorities)
    return { ...stored, authorities, next: { key, cert: signed.cert } }
  }
}
