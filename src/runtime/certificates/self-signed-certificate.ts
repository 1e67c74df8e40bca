import { hostname } from 'node:os'
import type { Clock, Timer } from '../clock/clock.ts'
import { CertificateAuthority } from './certificate-authority.ts'
import type { ServingCertificate, ServingPair } from './serving-certificate.ts'

/** Certificates are good for a year; a process that lives that long gets another before. */
const renewMs = 20 * 24 * 3_600_000

/** A certificate that nobody can verify: it keeps listeners out, and tells no client whom it talks to. */
export class SelfSignedCertificate implements ServingCertificate {
  readonly #clock: Clock
  readonly #listeners: ((pair: ServingPair) => void)[] = []
  #pair: ServingPair
  #timer: Timer | undefined

  constructor(clock: Clock) {
    this.#clock = clock
    this.#pair = issue(clock)
  }

  async start(signal: AbortSignal): Promise<void> {
    const renewLater = (): void => {
      this.#timer = this.#clock.after(renewMs, () => renew(), { background: true })
    }
    const renew = (): void => {
      this.#pair = issue(this.#clock)
      this.#listeners.forEach((listener) => listener(this.#pair))
      renewLater()
    }
    renewLater()
    signal.addEventListener('abort', () => this.#timer?.cancel(), { once: true })
  }

  current(): ServingPair {
    return this.#pair
  }

  onChange(listener: (pair: ServingPair) => void): void {
    this.#listeners.push(listener)
  }
}

function issue(clock: Clock): ServingPair {
  const commonName = `${hostname()}@${Math.floor(clock.now() / 1000)}`
  const { certificate, privateKey } = new CertificateAuthority(`${commonName}-ca`, clock).issue({
    commonName,
    hosts: ['localhost', '127.0.0.1', '::1'],
  })
  return { cert: certificate, key: privateKey }
}
