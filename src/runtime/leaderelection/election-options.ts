/** How long things take, in milliseconds. */
export interface ElectionTimes {
  /** How long others leave a holder alone that does not renew. Default: 15,000. */
  readonly leaseDurationMs: number
  /** How long a holder that cannot renew still counts itself the leader. Default: 10,000. */
  readonly renewDeadlineMs: number
  /** How long it takes from one try to the next. Default: 2,000. */
  readonly retryPeriodMs: number
}

export const defaultElectionTimes: ElectionTimes = {
  leaseDurationMs: 15_000,
  renewDeadlineMs: 10_000,
  retryPeriodMs: 2_000,
}

/** Followers wait up to so many retry periods more, so that they do not all ask at once. */
export const jitterFactor = 1.2

/**
 * The times with their defaults, or a `RangeError`. A leader must count itself lost before others take over, and must
 * have tried to renew by then: lease duration > renew deadline > 1.2 × retry period.
 */
export function checkElectionTimes(given: Partial<ElectionTimes> = {}): ElectionTimes {
  const times = { ...defaultElectionTimes, ...given }
  const { leaseDurationMs, renewDeadlineMs, retryPeriodMs } = times
  for (const [name, value] of Object.entries(times)) {
    if (!(value > 0)) throw new RangeError(`Expected ${name} to be positive, got ${value}`)
  }
  if (leaseDurationMs < 1000 || leaseDurationMs % 1000 !== 0) {
    throw new RangeError(`Expected leaseDurationMs to be whole seconds, got ${leaseDurationMs}`)
  }
  if (leaseDurationMs <= renewDeadlineMs) {
    throw new RangeError(
      `Expected leaseDurationMs to be more than renewDeadlineMs (${renewDeadlineMs}), got ${leaseDurationMs}`,
    )
  }
  if (renewDeadlineMs <= retryPeriodMs * jitterFactor) {
    throw new RangeError(
      `Expected renewDeadlineMs to be more than ${jitterFactor} × retryPeriodMs (${retryPeriodMs}), got ${renewDeadlineMs}`,
    )
  }
  return times
}

/** How long one request for the lease may take: others have to be possible before the deadline. */
export function requestTimeoutMs({ renewDeadlineMs }: ElectionTimes): number {
  return Math.max(1000, renewDeadlineMs / 2)
}
