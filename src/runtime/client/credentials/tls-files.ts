import { readFile } from 'node:fs/promises'
import type { Clock } from '../../clock/clock.ts'
import type { Logger } from '../../log/logger.ts'
import { ConfigurationError } from '../config/configuration-error.ts'
import type { Material } from '../config/kubeconfig.ts'
import type { TlsSettings, TlsSource } from '../connection.ts'
import { secureContextOf } from '../dial.ts'

const freshMs = 60_000

export interface TlsMaterial {
  readonly ca: Material
  readonly cert: Material
  readonly key: Material
  readonly servername: string | undefined
  readonly rejectUnauthorized: boolean
}

/** Reads certificates and keys. Throws `ConfigurationError` where one cannot be read, or is none. */
export async function readTls(material: TlsMaterial): Promise<TlsSettings> {
  const { servername, rejectUnauthorized } = material
  const [ca, cert, key] = await Promise.all(
    [material.ca, material.cert, material.key].map(readMaterial),
  )
  const tls = { ca, cert, key, servername, rejectUnauthorized }
  try {
    secureContextOf(tls)
  } catch (cause) {
    const files = [material.ca, material.cert, material.key].flatMap((each) => each.file ?? [])
    const text = cause instanceof Error ? cause.message : String(cause)
    const place = files.length === 0 ? {} : { file: files.join(', ') }
    throw new ConfigurationError(`a certificate or key cannot be used: ${text}`, {
      ...place,
      cause,
    })
  }
  return tls
}

async function readMaterial({ data, file }: Material): Promise<string | undefined> {
  if (file === undefined) return data
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new ConfigurationError('the file cannot be read', { file, cause })
  }
}

export interface TlsFilesOptions {
  readonly clock: Clock
  readonly logger?: Logger | undefined
}

/**
 * Certificates and keys in files that someone renews. They are read anew after a minute, and where a handshake fails.
 * A pair that does not fit, as while only one of its files is written, is not taken.
 */
export class TlsFiles implements TlsSource {
  readonly #material: TlsMaterial
  readonly #options: TlsFilesOptions
  #settings: TlsSettings
  #readAt: number
  #reading: Promise<boolean> | undefined

  /** With the settings when the material is known to be usable. */
  constructor(material: TlsMaterial, first: TlsSettings, options: TlsFilesOptions) {
    this.#material = material
    this.#settings = first
    this.#options = options
    this.#readAt = options.clock.monotonic()
  }

  async current(): Promise<TlsSettings> {
    if (this.#options.clock.monotonic() - this.#readAt >= freshMs) await this.renew()
    return this.#settings
  }

  renew(): Promise<boolean> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #read(): Promise<boolean> {
    const { clock, logger } = this.#options
    this.#readAt = clock.monotonic()
    try {
      const settings = await readTls(this.#material)
      if (isSame(settings, this.#settings)) return false
      this.#settings = settings
      return true
    } catch (error) {
      logger?.warn('keeping the certificates that are known', { error })
      return false
    }
  }
}

function isSame(left: TlsSettings, right: TlsSettings): boolean {
  return left.ca === right.ca && left.cert === right.cert && left.key === right.key
}
