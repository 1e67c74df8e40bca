import type { Clock } from '../../clock/clock.ts'
import type { Logger } from '../../log/logger.ts'
import type { Credentials, Headers, TlsSettings, TlsSource } from '../connection.ts'
import { runExecPlugin, type ExecContext, type ExecCredential } from './exec-plugin.ts'

/** Within this time of a run, a refusal concerns the certificate before it: connections tell no generation. */
const settledMs = 5_000

export interface ExecCredentialsOptions extends ExecContext {
  readonly clock: Clock
  readonly logger?: Logger | undefined
}

/**
 * Asks an exec plugin who asks: at the first request, after the answer has expired, and where the server refuses it.
 * Whoever needs the answer at the same time waits for one run. A plugin may give a token, a client certificate or both.
 */
export class ExecCredentials implements Credentials {
  readonly #options: ExecCredentialsOptions
  #known: ExecCredential | undefined
  #ranAt = 0
  #running: Promise<ExecCredential> | undefined

  constructor(options: ExecCredentialsOptions) {
    this.#options = options
  }

  async headers(): Promise<Headers> {
    return headersOf(await this.#current())
  }

  /** Runs the plugin again, unless that was done since: whether it says something else now. */
  async invalidate(refused: Headers = {}): Promise<boolean> {
    const before = this.#known
    if (before === undefined || isOther(before, refused)) return before !== undefined
    const isSettled = this.#options.clock.monotonic() - this.#ranAt >= settledMs
    if (before.token === undefined && !isSettled) return true
    try {
      const after = await this.#run()
      return after.token !== before.token || after.certificate?.cert !== before.certificate?.cert
    } catch (error) {
      const message = 'the exec plugin failed after the server had refused its credential'
      this.#options.logger?.error(message, { error })
      return false
    }
  }

  /** TLS settings with the client certificate that the plugin gives, where it gives one. */
  tls(base: TlsSettings | TlsSource): TlsSource {
    return new ExecTls(base, () => this.#current())
  }

  async #current(): Promise<ExecCredential> {
    const known = this.#known
    const isValid = known !== undefined && (known.expiresAt ?? Infinity) > this.#options.clock.now()
    return isValid ? known : this.#run()
  }

  #run(): Promise<ExecCredential> {
    this.#running ??= runExecPlugin(this.#options)
      .then((credential) => {
        this.#known = credential
        this.#ranAt = this.#options.clock.monotonic()
        return credential
      })
      .finally(() => {
        this.#running = undefined
      })
    return this.#running
  }
}

function headersOf(credential: ExecCredential | undefined): Headers {
  const token = credential?.token
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

function isOther(credential: ExecCredential, refused: Headers): boolean {
  return headersOf(credential)['authorization'] !== refused['authorization']
}

/** Joins the server's authority with the plugin's certificate; a new value only where one of them has changed. */
class ExecTls implements TlsSource {
  readonly #base: TlsSettings | TlsSource
  readonly #credential: () => Promise<ExecCredential>
  #joined: { base: TlsSettings; cert: string | undefined; settings: TlsSettings } | undefined

  constructor(base: TlsSettings | TlsSource, credential: () => Promise<ExecCredential>) {
    this.#base = base
    this.#credential = credential
  }

  async current(): Promise<TlsSettings> {
    const base = 'current' in this.#base ? await this.#base.current() : this.#base
    const { certificate } = await this.#credential()
    const cert = certificate?.cert
    if (this.#joined?.base !== base || this.#joined.cert !== cert) {
      this.#joined = { base, cert, settings: { ...base, ...certificate } }
    }
    return this.#joined.settings
  }

  renew(): Promise<boolean> {
    return 'current' in this.#base ? this.#base.renew() : Promise.resolve(false)
  }
}
