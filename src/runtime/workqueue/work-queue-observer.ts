/** Told of what happens in a queue, for metrics and `/debug/kops`. Times are monotonic milliseconds. */
export interface WorkQueueObserver {
  added(key: string): void
  retried(key: string): void
  /** A key was taken after so long a wait. */
  taken(key: string, waitedMs: number): void
  /** A key was given back after so much work. */
  finished(key: string, workedMs: number): void
}

export const silentObserver: WorkQueueObserver = {
  added: () => undefined,
  retried: () => undefined,
  taken: () => undefined,
  finished: () => undefined,
}
