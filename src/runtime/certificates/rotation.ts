import { X509Certificate } from 'node:crypto'
import { mergeBundles, verifiesAgainst } from './certificate-bundle.ts'
import type { StoredCertificate } from './certificate-secret.ts'

/*
 * When a certificate is replaced, and in which steps. Every replica decides by itself from the shared Secret, and
 * writes one step at a time on condition that nobody else has: whoever comes second finds the step done.
 *
 * 1. begin: a key is stored as the next one.
 * 2. sign: a certificate for it is stored beside it, and its authority is trusted in addition to the ones before.
 * 3. Everybody who calls learns of that authority, while all replicas serve with the certificate before.
 * 4. serve: the next pair becomes the current one. The authority before stays trusted until it expires, so that a
 *    replica that hears of it late is still believed.
 */

/** What to do about the stored certificate, if anything. */
export type RotationStep = 'begin' | 'sign' | 'serve' | 'wait'

/** What the step depends on beside the Secret. */
export interface RotationFacts {
  /** Milliseconds since 1970. */
  readonly now: number
  /** The names that a certificate has to be good for. */
  readonly hosts: readonly string[]
  /** What this replica serves with, where the Secret may hold something else by now. */
  readonly served: string | undefined
  /** For how long everybody who calls has known all authorities; `undefined` where somebody does not. */
  readonly knownForMs: number | undefined
  /** For how long they must have, before the next pair is served. */
  readonly overlapMs: number
}

/** The next step, and when to look again by the clock alone. */
export interface Decision {
  readonly step: RotationStep
  readonly againMs: number
}

/** How often to look where nothing is due. */
const longestMs = 12 * 3_600_000
/** How soon to ask again for what others have to do. */
const pendingMs = 5_000
/** Clocks may be apart by so much. */
const skewMs = 10 * 60_000

export function decideRotation(stored: StoredCertificate, facts: RotationFacts): Decision {
  const { current, next, isRotationWanted } = stored
  const { now, knownForMs = -1, overlapMs } = facts
  const isGood = (cert: string | undefined): boolean =>
    cert !== undefined && isBelieved(cert, stored.authorities, facts)
  const isServing = isGood(current?.cert)
  if (next !== undefined) {
    if (next.cert === undefined) return { step: 'sign', againMs: pendingMs }
    // It waited too long, or is for a Service of another name.
    if (!isGood(next.cert)) return { step: 'begin', againMs: 0 }
    const isInService = isServing || isGood(facts.served)
    if (!isInService || knownForMs >= overlapMs) return { step: 'serve', againMs: 0 }
    return { step: 'wait', againMs: knownForMs < 0 ? pendingMs : overlapMs - knownForMs }
  }
  if (current === undefined || !isServing || isRotationWanted) return { step: 'begin', againMs: 0 }
  const renewAt = renewalTime(current.cert)
  if (renewAt <= now) return { step: 'begin', againMs: 0 }
  return { step: 'wait', againMs: Math.min(renewAt - now, longestMs) }
}

/**
 * Whether whoever trusts the authorities believes a certificate now, for all hosts. One that begins much later was made
 * by somebody whose clock is wrong.
 */
export function isBelieved(
  cert: string,
  authorities: string,
  { now, hosts }: Pick<RotationFacts, 'now' | 'hosts'>,
): boolean {
  const parsed = new X509Certificate(cert)
  const isCovering = hosts.every((host) => parsed.checkHost(host) !== undefined)
  const isTimely = Date.parse(parsed.validFrom) <= now + skewMs && Date.parse(parsed.validTo) > now
  return isCovering && isTimely && verifiesAgainst(cert, mergeBundles(now, authorities))
}

/** At two thirds of its life. */
export function renewalTime(cert: string): number {
  const { validFrom, validTo } = new X509Certificate(cert)
  const [from, to] = [Date.parse(validFrom), Date.parse(validTo)]
  return from + ((to - from) * 2) / 3
}
