import { readFile } from 'node:fs/promises'
import type { Clock } from '../../clock/clock.ts'
import type { Logger } from '../../log/logger.ts'
import { ConfigurationError } from '../config/configuration-error.ts'
import type { Credentials, Headers } from '../connection.ts'

/** A token is read anew after a minute; Kubernetes renews it long before it expires. */
const freshMs = 60_000

export interface TokenFileOptions {
  readonly file: string
  /** What counts until the file can be read. */
  readonly fallback?: string | undefined
  readonly clock: Clock
  readonly logger?: Logger | undefined
}

/** A token in a file that someone else keeps up to date, as in a pod. */
export class TokenFileCredentials implements Credentials {
  readonly #options: TokenFileOptions
  #token: string | undefined
  #readAt = 0
  #reading: Promise<void> | undefined

  constructor(options: TokenFileOptions) {
    this.#options = options
    this.#token = options.fallback
  }

  async headers(): Promise<Headers> {
    const ageMs = this.#options.clock.monotonic() - this.#readAt
    if (this.#readAt === 0 || ageMs >= freshMs) await this.#read()
    return { authorization: `Bearer ${this.#token ?? ''}` }
  }

  /** Whether the file holds another token than the one that was refused. */
  async invalidate(refused: Headers = {}): Promise<boolean> {
    await this.#read()
    return refused['authorization'] !== `Bearer ${this.#token ?? ''}`
  }

  #read(): Promise<void> {
    this.#reading ??= this.#readNow().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  /** A file that can't be read, or is empty while it is written, leaves the token that is known. */
  async #readNow(): Promise<void> {
    const { file, clock, logger } = this.#options
    try {
      const token = (await readFile(file, 'utf8')).trim()
      if (token === '') throw new Error('the file is empty')
      this.#token = token
    } catch (cause) {
      if (this.#token === undefined) {
        throw new ConfigurationError('the token cannot be read', { file, cause })
      }
      logger?.warn('keeping the token that is known', { file, error: cause })
    }
    this.#readAt = Math.max(clock.monotonic(), Number.MIN_VALUE)
  }
}
