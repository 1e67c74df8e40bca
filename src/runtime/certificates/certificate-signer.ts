import type { KeyObject } from 'node:crypto'
import type { StoredCertificate } from './certificate-secret.ts'

/** What is to be signed. */
export interface SigningOrder {
  readonly key: KeyObject
  readonly hosts: readonly string[]
  /** What is stored so far, with the authorities that are trusted. */
  readonly stored: StoredCertificate
  readonly signal: AbortSignal
}

/** A certificate (or a chain), and the authorities that it verifies against, as PEM. */
export interface SignedCertificate {
  readonly cert: string
  readonly authorities: string
}

/** Signs certificates for the webhook server, or has them signed. */
export interface CertificateSigner {
  /** `undefined` as long as there is no answer: the same order is given again then. */
  sign(order: SigningOrder): Promise<SignedCertificate | undefined>
}
