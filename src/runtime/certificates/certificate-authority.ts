import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isIP, isIPv4 } from 'node:net'
import type { Clock } from '../clock/clock.ts'
import { systemClock } from '../clock/system-clock.ts'
import * as der from './der.ts'

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

interface Issuer {
  readonly commonName: string
  readonly privateKey: KeyObject
  readonly keyIdentifier: Buffer
}

const oids = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAlternativeName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuthentication: '1.3.6.1.5.5.7.3.1',
  clientAuthentication: '1.3.6.1.5.5.7.3.2',
}

const keyUsages = { signing: [0x80, 7], certificateAuthority: [0x86, 1] } as const
const hourMs = 3_600_000
const validHours = 24 * 365

/**
 * A certificate authority that lives in memory: it signs serving certificates for a server that was given none, and
 * in tests those of the API server and of webhooks, and client certificates for users. Keys are EC P-256; everything is valid
 * from an hour ago, since clocks differ, for one year.
 */
export class CertificateAuthority {
  readonly certificate: string
  readonly privateKey: string
  readonly #issuer: Issuer
  readonly #clock: Clock

  constructor(commonName: string, clock: Clock = systemClock) {
    this.#clock = clock
    const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const publicKey = keys.publicKey.export({ type: 'spki', format: 'der' })
    const keyIdentifier = identifyKey(publicKey)
    this.#issuer = { commonName, privateKey: keys.privateKey, keyIdentifier }
    this.privateKey = toPem(keys.privateKey)
    this.certificate = issue(this.#issuer, clock.now(), {
      subject: buildName(commonName),
      publicKey,
      extensions: [
        extension(oids.basicConstraints, der.sequence(der.boolean(true)), true),
        keyUsage('certificateAuthority'),
      ],
    })
  }

  /** Makes a key pair and signs a certificate for it. */
  issue(request: CertificateRequest): KeyPair {
    const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const hosts = request.hosts ?? []
    const usages = [
      ...(hosts.length > 0 ? [oids.serverAuthentication] : []),
      ...(request.isClient === true ? [oids.clientAuthentication] : []),
    ]
    const certificate = issue(this.#issuer, this.#clock.now(), {
      subject: buildName(request.commonName, request.organizations),
      publicKey: keys.publicKey.export({ type: 'spki', format: 'der' }),
      extensions: [
        keyUsage('signing'),
        extension(oids.extendedKeyUsage, der.sequence(...usages.map(der.objectIdentifier))),
        ...(hosts.length > 0
          ? [extension(oids.subjectAlternativeName, der.sequence(...hosts.map(encodeHost)))]
          : []),
      ],
    })
    return { certificate, privateKey: toPem(keys.privateKey) }
  }
}

/** The keys that sign and check service account tokens, as PEM. */
export function generateSigningKeys(): { publicKey: string; privateKey: string } {
  const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  return { publicKey, privateKey: toPem(keys.privateKey) }
}

interface Content {
  readonly subject: Buffer
  readonly publicKey: Buffer
  readonly extensions: readonly Buffer[]
}

function issue(issuer: Issuer, now: number, content: Content): string {
  const algorithm = der.sequence(der.objectIdentifier(oids.ecdsaWithSha256))
  const toBeSigned = der.sequence(
    der.explicit(0, der.integer(Buffer.of(2))),
    der.integer(buildSerialNumber()),
    algorithm,
    buildName(issuer.commonName),
    der.sequence(der.time(new Date(now - hourMs)), der.time(new Date(now + validHours * hourMs))),
    content.subject,
    content.publicKey,
    der.explicit(
      3,
      der.sequence(
        ...content.extensions,
        extension(oids.subjectKeyIdentifier, der.octetString(identifyKey(content.publicKey))),
        extension(oids.authorityKeyIdentifier, der.sequence(der.implicit(0, issuer.keyIdentifier))),
      ),
    ),
  )
  const signature = sign('sha256', toBeSigned, issuer.privateKey)
  return toPemBlock(der.sequence(toBeSigned, algorithm, der.bitString(signature)))
}

/** 16 random bytes whose first is neither zero nor negative, so that the encoding is the shortest. */
function buildSerialNumber(): Buffer {
  const bytes = randomBytes(16)
  return Buffer.concat([Buffer.of(((bytes[0] ?? 0) & 0x3f) | 0x40), bytes.subarray(1)])
}

/** Organizations stand first, as in names that Kubernetes' own tools write. */
function buildName(commonName: string, organizations: readonly string[] = []): Buffer {
  const attribute = (oid: string, value: string): Buffer =>
    der.set(der.sequence(der.objectIdentifier(oid), der.utf8String(value)))
  return der.sequence(
    ...organizations.map((organization) => attribute(oids.organization, organization)),
    attribute(oids.commonName, commonName),
  )
}

function extension(oid: string, value: Buffer, isCritical = false): Buffer {
  const critical = isCritical ? [der.boolean(true)] : []
  return der.sequence(der.objectIdentifier(oid), ...critical, der.octetString(value))
}

function keyUsage(usage: keyof typeof keyUsages): Buffer {
  const [bits, unusedBits] = keyUsages[usage]
  return extension(oids.keyUsage, der.bitString(Buffer.of(bits), unusedBits), true)
}

/** A host as the alternative name of its sort: an address in network order, or a DNS name. */
function encodeHost(host: string): Buffer {
  return isIP(host) === 0
    ? der.implicit(2, Buffer.from(host, 'ascii'))
    : der.implicit(7, Buffer.from(isIPv4(host) ? parseIPv4(host) : parseIPv6(host)))
}

function parseIPv4(address: string): number[] {
  return address.split('.').map(Number)
}

function parseIPv6(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}

function identifyKey(publicKey: Buffer): Buffer {
  return createHash('sha256').update(publicKey).digest().subarray(0, 20)
}

function toPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function toPemBlock(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
