import { describe, expect, test } from 'vitest'
import { CertificateAuthority } from '../../../src/runtime/certificates/certificate-authority.ts'
import {
  mergeBundles,
  splitCertificates,
  verifiesAgainst,
} from '../../../src/runtime/certificates/certificate-bundle.ts'
import { ManualClock } from '../clock/manual-clock.ts'

const clock = new ManualClock()
const dayMs = 24 * 3_600_000
const one = new CertificateAuthority('one', clock, 10 * dayMs)
const other = new CertificateAuthority('other', clock, 20 * dayMs)
const leaf = one.issue({ commonName: 'server', hosts: ['localhost'] }).certificate
const noCertificate = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'

test('splitCertificates() passes over what is none', () => {
  const text = `# one\n${one.certificate}\nnoise\n${noCertificate}${other.certificate}`
  expect(splitCertificates(text).map(({ subject }) => subject)).toEqual(['CN=one', 'CN=other'])
  expect(splitCertificates('')).toEqual([])
})

describe('mergeBundles()', () => {
  const subjects = (bundle: string): string[] =>
    splitCertificates(bundle).map(({ subject }) => subject)

  test('holds each certificate once', () => {
    const both = one.certificate + other.certificate
    expect(subjects(mergeBundles(clock.now(), both, one.certificate))).toEqual([
      'CN=one',
      'CN=other',
    ])
  })

  test('leaves out what has expired', () => {
    const later = clock.now() + 15 * dayMs
    expect(subjects(mergeBundles(later, one.certificate, other.certificate))).toEqual(['CN=other'])
  })
})

test.for([
  ['its authority', leaf, one.certificate, true],
  ['its authority among others', leaf, other.certificate + one.certificate, true],
  ['another authority', leaf, other.certificate, false],
  ['itself, which is no authority', leaf, leaf, false],
  ['nothing', leaf, '', false],
  ['a chain that comes with its authority', leaf + one.certificate, other.certificate, false],
  ['an authority, and is no certificate', '', one.certificate, false],
] as const)('verifiesAgainst() %s', ([, chain, authorities, expected]) => {
  expect(verifiesAgainst(chain, authorities)).toBe(expected)
})
