import { describe, expect, test } from 'vitest'
import { CertificateAuthority } from '../../../src/runtime/certificates/certificate-authority.ts'
import type { StoredCertificate } from '../../../src/runtime/certificates/certificate-secret.ts'
import {
  decideRotation,
  isBelieved,
  renewalTime,
  type RotationFacts,
} from '../../../src/runtime/certificates/rotation.ts'
import { ManualClock } from '../clock/manual-clock.ts'

const clock = new ManualClock()
const start = clock.now()
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const hosts = ['a.b.svc', 'a.b.svc.cluster.local']

/** Certificates of `short` begin an hour before `start` and end 30 days after it, a month before its own. */
const [authority, short] = outlivingAuthorities()
const other = new CertificateAuthority('other', clock, 300 * dayMs)
const authorities = authority.certificate + short.certificate

function issue(from = short, names: readonly string[] = hosts): string {
  return from.issue({ commonName: 'webhook', hosts: names }).certificate
}

function outlivingAuthorities(): readonly [CertificateAuthority, CertificateAuthority] {
  clock.epochMs = start + 30 * dayMs
  const made = [
    new CertificateAuthority('one', clock, 300 * dayMs),
    new CertificateAuthority('short', clock, 30 * dayMs),
  ] as const
  clock.epochMs = start
  return made
}

const cert = issue()
const long = issue(authority)

describe('isBelieved()', () => {
  test.for<[string, number, boolean]>([
    ['before clocks that differ allow', -hourMs - 10 * minuteMs - 1, false],
    ['within what clocks may differ', -hourMs - 10 * minuteMs, true],
    ['now', 0, true],
    ['in its last second', 30 * dayMs - 1000, true],
    ['at its end', 30 * dayMs, false],
    ['after its end', 31 * dayMs, false],
  ])('judges a certificate %s', ([, afterMs, expected]) => {
    expect(isBelieved(cert, authorities, { now: start + afterMs, hosts })).toBe(expected)
  })

  test('needs every host, and one of the authorities', () => {
    const facts = { now: start, hosts }
    expect(isBelieved(issue(short, ['a.b.svc']), authorities, facts)).toBe(false)
    expect(isBelieved(issue(short, [...hosts, 'more']), authorities, facts)).toBe(true)
    expect(isBelieved(issue(other), authorities, facts)).toBe(false)
  })

  test('needs an authority that has not expired, though it signed a certificate that has not', async () => {
    const later = new ManualClock()
    const brief = new CertificateAuthority('brief', later, 10 * dayMs)
    await later.advance(5 * dayMs)
    const outliving = issue(brief)
    const judge = (afterMs: number): boolean =>
      isBelieved(outliving, brief.certificate, { now: start + afterMs, hosts })
    expect([judge(9 * dayMs), judge(11 * dayMs)]).toEqual([true, false])
  })
})

test('renewalTime() is two thirds of the way from the start to the end', () => {
  const lifeMs = 30 * dayMs + hourMs
  expect(renewalTime(cert)).toBe(start - hourMs + (lifeMs * 2) / 3)
})

describe('decideRotation()', () => {
  const pair = (certificate: string): { cert: string; key: string } => ({
    cert: certificate,
    key: 'key',
  })
  const overlapMs = 5 * minuteMs
  const decide = (
    stored: Partial<StoredCertificate>,
    facts: Partial<RotationFacts> = {},
  ): readonly [string, number] => {
    const { step, againMs } = decideRotation(
      { authorities, current: undefined, next: undefined, isRotationWanted: false, ...stored },
      { now: start, hosts, served: undefined, knownForMs: undefined, overlapMs, ...facts },
    )
    return [step, againMs]
  }
  const expired = { now: start + 31 * dayMs }

  test('begins where there is no certificate, where one is asked for, and where it is not believed', () => {
    const current = pair(cert)
    expect(decide({})).toEqual(['begin', 0])
    expect(decide({ current, isRotationWanted: true })).toEqual(['begin', 0])
    expect(decide({ current: pair(issue(other)) })).toEqual(['begin', 0])
    expect(decide({ current }, expired)).toEqual(['begin', 0])
  })

  test('waits until two thirds of its life, at most half a day at once, and begins then', () => {
    const current = pair(cert)
    const renewAt = renewalTime(cert)
    expect(decide({ current })).toEqual(['wait', 12 * hourMs])
    expect(decide({ current }, { now: renewAt - 1 })).toEqual(['wait', 1])
    expect(decide({ current }, { now: renewAt })).toEqual(['begin', 0])
  })

  test('signs a key that has no certificate, and looks again soon', () => {
    const current = pair(cert)
    expect(decide({ current, next: { key: 'next', cert: undefined } })).toEqual(['sign', 5_000])
  })

  test('begins again where the next certificate is not believed', () => {
    const current = pair(long)
    expect(decide({ current, next: pair(cert) }, expired)).toEqual(['begin', 0])
    expect(decide({ current, next: pair(issue(other)) })).toEqual(['begin', 0])
  })

  test('serves the next certificate once everybody has known its authority for long enough', () => {
    const stored = { current: pair(cert), next: pair(long) }
    expect(decide(stored, { knownForMs: undefined })).toEqual(['wait', 5_000])
    expect(decide(stored, { knownForMs: 0 })).toEqual(['wait', overlapMs])
    expect(decide(stored, { knownForMs: overlapMs - 1 })).toEqual(['wait', 1])
    expect(decide(stored, { knownForMs: overlapMs })).toEqual(['serve', 0])
  })

  test('serves the next certificate at once where what is in service has expired', () => {
    const next = pair(long)
    expect(decide({ next })).toEqual(['serve', 0])
    expect(decide({ current: pair(cert), next }, expired)).toEqual(['serve', 0])
    expect(decide({ current: pair(cert), next }, { ...expired, served: cert })).toEqual([
      'serve',
      0,
    ])
    // This replica serves with a pair that the Secret no longer holds and that is still believed.
    expect(decide({ next }, { served: cert })).toEqual(['wait', 5_000])
    expect(decide({ current: pair(cert), next }, { ...expired, served: long })).toEqual([
      'wait',
      5_000,
    ])
  })
})
