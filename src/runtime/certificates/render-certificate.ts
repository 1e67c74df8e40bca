import { createHash, randomBytes, sign, type KeyObject } from 'node:crypto'
import * as der from './der.ts'
import {
  buildName,
  extension,
  oids,
  subjectAlternativeNames,
  toPemBlock,
  type Subject,
} from './x509.ts'

/** Who signs. */
export interface Issuer {
  readonly commonName: string
  readonly privateKey: KeyObject
  readonly keyIdentifier: Buffer
}

/** What a certificate says. */
export interface CertificateContent {
  readonly notBefore: Date
  readonly notAfter: Date
  readonly subject: Subject
  readonly publicKey: KeyObject
  readonly use:
    'certificateAuthority' | { readonly hosts: readonly string[]; readonly isClient: boolean }
}

const keyUsages = { signing: [0x80, 7], certificateAuthority: [0x86, 1] } as const

/** A certificate as PEM, signed with ECDSA and SHA-256. */
export function renderCertificate(issuer: Issuer, content: CertificateContent): string {
  const { notBefore, notAfter, subject, publicKey, use } = content
  const algorithm = der.sequence(der.objectIdentifier(oids.ecdsaWithSha256))
  const toBeSigned = der.sequence(
    der.explicit(0, der.integer(Buffer.of(2))),
    der.integer(buildSerialNumber()),
    algorithm,
    buildName(issuer),
    der.sequence(der.time(notBefore), der.time(notAfter)),
    buildName(subject),
    encodeKey(publicKey),
    der.explicit(
      3,
      der.sequence(
        ...extensionsFor(use),
        extension(oids.subjectKeyIdentifier, der.octetString(identifyKey(publicKey))),
        extension(oids.authorityKeyIdentifier, der.sequence(der.implicit(0, issuer.keyIdentifier))),
      ),
    ),
  )
  const signature = sign('sha256', toBeSigned, issuer.privateKey)
  return toPemBlock('CERTIFICATE', der.sequence(toBeSigned, algorithm, der.bitString(signature)))
}

function extensionsFor(use: CertificateContent['use']): Buffer[] {
  if (use === 'certificateAuthority') {
    const basic = extension(oids.basicConstraints, der.sequence(der.boolean(true)), true)
    return [basic, keyUsage('certificateAuthority')]
  }
  const usages = [
    ...(use.hosts.length > 0 ? [oids.serverAuthentication] : []),
    ...(use.isClient ? [oids.clientAuthentication] : []),
  ]
  return [
    keyUsage('signing'),
    extension(oids.extendedKeyUsage, der.sequence(...usages.map(der.objectIdentifier))),
    ...(use.hosts.length > 0 ? [subjectAlternativeNames(use.hosts)] : []),
  ]
}

function keyUsage(usage: keyof typeof keyUsages): Buffer {
  const [bits, unusedBits] = keyUsages[usage]
  return extension(oids.keyUsage, der.bitString(Buffer.of(bits), unusedBits), true)
}

/** 16 random bytes whose first is neither zero nor negative, so that the encoding is the shortest. */
function buildSerialNumber(): Buffer {
  const bytes = randomBytes(16)
  return Buffer.concat([Buffer.of(((bytes[0] ?? 0) & 0x3f) | 0x40), bytes.subarray(1)])
}

/** What certificates call a key by. */
export function identifyKey(publicKey: KeyObject): Buffer {
  return createHash('sha256').update(encodeKey(publicKey)).digest().subarray(0, 20)
}

function encodeKey(publicKey: KeyObject): Buffer {
  return publicKey.export({ type: 'spki', format: 'der' })
}
