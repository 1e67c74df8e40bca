import { createPublicKey } from 'node:crypto'
import type { Clock } from '../clock/clock.ts'
import { CertificateAuthority } from './certificate-authority.ts'
import type { CertificateSigner, SignedCertificate, SigningOrder } from './certificate-signer.ts'

const dayMs = 24 * 3_600_000
const defaultValidMs = 90 * dayMs

/**
 * Signs each certificate with an authority made for it alone. Its key is forgotten at once: nobody who reads what is
 * stored can sign another certificate that webhooks' callers would trust.
 */
export class OwnSigner implements CertificateSigner {
  readonly #clock: Clock
  readonly #validMs: number

  constructor(clock: Clock, validMs: number = defaultValidMs) {
    this.#clock = clock
    this.#validMs = validMs
  }

  sign({ key, hosts }: SigningOrder): Promise<SignedCertificate> {
    const made = new Date(this.#clock.now()).toISOString()
    const authority = new CertificateAuthority(`webhook-ca ${made}`, this.#clock, this.#validMs)
    const cert = authority.certify(createPublicKey(key), { commonName: 'webhook', hosts })
    return Promise.resolve({ cert, authorities: authority.certificate })
  }
}
