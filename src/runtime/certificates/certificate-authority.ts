import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Clock } from '../clock/clock.ts'
import { systemClock } from '../clock/system-clock.ts'
import { identifyKey, renderCertificate, type Issuer } from './render-certificate.ts'

/** A certificate with its private key, both as PEM. */
export interface KeyPair {
  readonly certificate: string
  readonly privateKey: string
}

/** What a certificate is for. At least one of `hosts` and `isClient` is set. */
export interface CertificateRequest {
  /** The subject's common name: the user's name for a client. */
  readonly commonName: string
  /** The subject's organizations: the user's groups for a client. */
  readonly organizations?: readonly string[]
  /** DNS names and IP addresses that a server answers for. */
  readonly hosts?: readonly string[]
  readonly isClient?: boolean
}

const yearMs = 365 * 24 * 3_600_000
const hourMs = 3_600_000

/**
 * A certificate authority that lives in memory: it signs serving certificates for a server that was given none, and
 * in tests those of the API server and of webhooks, and client certificates for users. Keys are EC P-256; everything is valid
 * from an hour ago (or a tenth of its time, where that is less), since clocks differ, for one year unless said otherwise.
 */
export class CertificateAuthority {
  readonly certificate: string
  readonly privateKey: string
  readonly #issuer: Issuer
  readonly #clock: Clock
  readonly #validMs: number

  constructor(commonName: string, clock: Clock = systemClock, validMs: number = yearMs) {
    this.#clock = clock
    this.#validMs = validMs
    const keys = generateKeys()
    const keyIdentifier = identifyKey(keys.publicKey)
    this.#issuer = { commonName, privateKey: keys.privateKey, keyIdentifier }
    this.privateKey = keyToPem(keys.privateKey)
    this.certificate = renderCertificate(this.#issuer, {
      ...this.#validity(),
      subject: { commonName },
      publicKey: keys.publicKey,
      use: 'certificateAuthority',
    })
  }

  /** Makes a key pair and signs a certificate for it. */
  issue(request: CertificateRequest): KeyPair {
    const keys = generateKeys()
    const certificate = this.certify(keys.publicKey, request)
    return { certificate, privateKey: keyToPem(keys.privateKey) }
  }

  /** Signs a certificate for a key that is there already. */
  certify(publicKey: KeyObject, request: CertificateRequest): string {
    const { commonName, organizations, hosts = [], isClient = false } = request
    return renderCertificate(this.#issuer, {
      ...this.#validity(),
      subject: { commonName, organizations },
      publicKey,
      use: { hosts, isClient },
    })
  }

  #validity(): { readonly notBefore: Date; readonly notAfter: Date } {
    const now = this.#clock.now()
    const before = now - Math.min(hourMs, this.#validMs / 10)
    return { notBefore: new Date(before), notAfter: new Date(now + this.#validMs) }
  }
}

/** The keys that sign and check service account tokens, as PEM. */
export function generateSigningKeys(): { publicKey: string; privateKey: string } {
  const keys = generateKeys()
  const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  return { publicKey, privateKey: keyToPem(keys.privateKey) }
}

/** A private key as PEM, in PKCS #8. */
export function keyToPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** A new key pair of the one sort that kops makes. */
export function generateKeys(): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
}
