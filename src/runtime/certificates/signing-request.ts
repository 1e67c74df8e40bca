import { createPublicKey, sign, type KeyObject } from 'node:crypto'
import * as der from './der.ts'
import { buildName, oids, subjectAlternativeNames, toPemBlock, type Subject } from './x509.ts'

/** A PKCS #10 request, as PEM, for a certificate of a server; without hosts, of a client. */
export function renderSigningRequest(
  privateKey: KeyObject,
  { hosts = [], ...subject }: Subject & { readonly hosts?: readonly string[] },
): string {
  const attributes = hosts.length === 0 ? [] : [requestExtensions(subjectAlternativeNames(hosts))]
  const content = der.sequence(
    der.integer(Buffer.of(0)),
    buildName(subject),
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
    der.explicit(0, Buffer.concat(attributes)),
  )
  const algorithm = der.sequence(der.objectIdentifier(oids.ecdsaWithSha256))
  const signature = der.bitString(sign('sha256', content, privateKey))
  return toPemBlock('CERTIFICATE REQUEST', der.sequence(content, algorithm, signature))
}

function requestExtensions(extension: Buffer): Buffer {
  return der.sequence(der.objectIdentifier(oids.extensionRequest), der.set(der.sequence(extension)))
}
