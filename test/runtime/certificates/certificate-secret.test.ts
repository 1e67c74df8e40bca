import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CertificateAuthority } from '../../../src/runtime/certificates/certificate-authority.ts'
import {
  readCertificateSecret,
  writeCertificateSecret,
  type StoredCertificate,
} from '../../../src/runtime/certificates/certificate-secret.ts'

const authority = new CertificateAuthority('test')
const pairs = [1, 2].map(() => {
  const { certificate, privateKey } = authority.issue({ commonName: 'a', hosts: ['a'] })
  return { cert: certificate, key: privateKey }
})
const pair = fc.constantFrom(...pairs)
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined })

const stored: fc.Arbitrary<StoredCertificate> = fc.record({
  authorities: fc.constantFrom('', authority.certificate),
  current: optional(pair),
  next: optional(
    fc.tuple(pair, fc.boolean()).map(([{ cert, key }, isSigned]) => ({
      key,
      cert: isSigned ? cert : undefined,
    })),
  ),
  isRotationWanted: fc.constant(false),
})

test('what is written is read, and what others have in the Secret stays', () => {
  fc.assert(
    fc.property(stored, stored, (first, second) => {
      const empty = {
        metadata: { name: 'a', labels: { app: 'a' }, resourceVersion: '1' },
        data: { own: 'QQ==' },
      }
      const secret = writeCertificateSecret(writeCertificateSecret(empty, first), second)
      expect(readCertificateSecret(secret)).toEqual(second)
      expect(secret).toMatchObject(empty)
    }),
  )
})

test.for([
  [{ 'tls.crt': 'no certificate', 'tls.key': pairs[0]?.key ?? '' }],
  [{ 'tls.crt': pairs[0]?.cert ?? '', 'tls.key': 'no key' }],
  [{ 'tls.crt': pairs[0]?.cert ?? '', 'tls.key': pairs[1]?.key ?? '' }],
  [{ 'tls.crt': pairs[0]?.cert ?? '' }],
  [{ 'next-tls.key': 'no key', 'next-tls.crt': pairs[0]?.cert ?? '' }],
])('what does not fit together counts as nothing: %#', ([texts = {}]) => {
  const data = Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, Buffer.from(text ?? '').toString('base64')]),
  )
  expect(readCertificateSecret({ data })).toMatchObject({ current: undefined, next: undefined })
})

test('nobody is told to trust what is no certificate', () => {
  const text = `no certificate\n${authority.certificate}\nnor this`
  const data = { 'ca.crt': Buffer.from(text).toString('base64') }
  expect(readCertificateSecret({ data }).authorities).toBe(authority.certificate)
})
