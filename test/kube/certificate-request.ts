import { sign, type KeyPairKeyObjectResult } from 'node:crypto'
import * as der from '../../src/runtime/certificates/der.ts'

/** A PKCS #10 request for a certificate of a common name, as PEM. */
export function requestCertificate(commonName: string, keys: KeyPairKeyObjectResult): string {
  const content = der.sequence(
    der.integer(Buffer.of(0)),
    der.sequence(
      der.set(der.sequence(der.objectIdentifier('2.5.4.3'), der.utf8String(commonName))),
    ),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    der.explicit(0, Buffer.of()),
  )
  const signature = sign('sha256', content, keys.privateKey)
  const algorithm = der.sequence(der.objectIdentifier('1.2.840.10045.4.3.2'))
  const request = der.sequence(content, algorithm, der.bitString(signature)).toString('base64')
  const lines = request.match(/.{1,64}/g) ?? []
  return [
    '-----BEGIN CERTIFICATE REQUEST-----',
    ...lines,
    '-----END CERTIFICATE REQUEST-----',
    '',
  ].join('\n')
}
