import { X509Certificate, createPrivateKey } from 'node:crypto'
import { watch } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock, Timer } from '../clock/clock.ts'
import type { Logger } from '../log/logger.ts'
import type { Counter, MetricsRegistry } from '../metrics/metric.ts'
import type { ServingCertificate, ServingPair } from './serving-certificate.ts'

export interface CertificateFilesOptions {
  /** The folder of both files. */
  readonly path: string
  /** Default: `tls.crt`. */
  readonly certName?: string | undefined
  /** Default: `tls.key`. */
  readonly keyName?: string | undefined
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: MetricsRegistry
}

/** Also where the file system tells of nothing, as on some network mounts. */
const pollMs = 10_000

/**
 * A serving certificate in files, such as those of a mounted Secret: read anew when they change, renames and
 * symbolic links that are swapped included. A pair that does not fit together, as while one of the two files is
 * written, is counted and left alone: the pair before stays.
 */
export class CertificateFiles implements ServingCertificate {
  readonly #options: CertificateFilesOptions
  readonly #listeners: ((pair: ServingPair) => void)[] = []
  readonly #reads: Counter
  readonly #errors: Counter
  #pair: ServingPair | undefined
  #poll: Timer | undefined
  #reading: Promise<void> = Promise.resolve()

  constructor(options: CertificateFilesOptions) {
    this.#options = options
    this.#reads = options.metrics.counter({
      name: 'certwatcher_read_certificate_total',
      help: 'How often serving certificates were read from their files.',
    })
    this.#errors = options.metrics.counter({
      name: 'certwatcher_read_certificate_errors_total',
      help: 'How often serving certificates could not be read, or did not fit their keys.',
    })
    this.#reads.increment({}, 0)
    this.#errors.increment({}, 0)
  }

  async start(signal: AbortSignal): Promise<void> {
    await this.#read()
    this.#watch(signal)
    this.#pollLater(signal)
  }

  current(): ServingPair {
    if (this.#pair === undefined)
      throw new TypeError('Expected a certificate that was read, got none')
    return this.#pair
  }

  onChange(listener: (pair: ServingPair) => void): void {
    this.#listeners.push(listener)
  }

  #pollLater(signal: AbortSignal): void {
    this.#poll = this.#options.clock.after(
      pollMs,
      () => {
        if (signal.aborted) return
        this.#refresh()
        this.#pollLater(signal)
      },
      { background: true },
    )
    signal.addEventListener('abort', () => this.#poll?.cancel(), { once: true })
  }

  #watch(signal: AbortSignal): void {
    const { path, logger } = this.#options
    try {
      const watcher = watch(path, { signal, persistent: false }, () => this.#refresh())
      watcher.on('error', (error) => {
        logger.debug('cannot watch certificates: they are polled', { path, error })
      })
    } catch (error) {
      // Polling finds changes too, only later.
      logger.debug('cannot watch certificates: they are polled', { path, error })
    }
  }

  /** One read after another: of two pairs the later one stays. */
  #refresh(): void {
    this.#reading = this.#reading.then(() => this.#readAgain())
  }

  async #readAgain(): Promise<void> {
    try {
      await this.#read()
    } catch (error) {
      // The pair before is still good: counted, told, and tried again.
      this.#options.logger.error('cannot read the serving certificate', { error })
    }
  }

  async #read(): Promise<void> {
    this.#reads.increment()
    try {
      this.#take(await readPair(this.#options))
    } catch (error) {
      this.#errors.increment()
      throw error
    }
  }

  #take(pair: ServingPair): void {
    const before = this.#pair
    if (before?.cert === pair.cert && before.key === pair.key) return
    this.#pair = pair
    if (before === undefined) return
    this.#options.logger.info('serving certificate changed', { path: this.#options.path })
    this.#listeners.forEach((listener) => listener(pair))
  }
}

async function readPair(options: CertificateFilesOptions): Promise<ServingPair> {
  const { path, certName = 'tls.crt', keyName = 'tls.key' } = options
  const [certPath, keyPath] = [join(path, certName), join(path, keyName)]
  const [cert, key] = await Promise.all([readFile(certPath, 'utf8'), readFile(keyPath, 'utf8')])
  try {
    if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) {
      throw new TypeError('it is the key of another certificate')
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new TypeError(`${keyPath} does not fit ${certPath}: ${reason}`, { cause: error })
  }
  return { cert, key }
}
