/** When a runnable is started, in this order, and stopped, in the reverse one. */
export type RunnableGroup = 'server' | 'webhook' | 'cache' | 'other' | 'leader'

/** Something that the manager starts and stops. */
export interface Runnable {
  /** For logs and `/debug/kops`. */
  readonly name: string
  /** When it is started. Controllers are `leader`, and so is what says nothing. */
  readonly group?: RunnableGroup
  /** Runs until the signal aborts, then finishes what it has in hand and resolves. A rejection stops the manager. */
  start(signal: AbortSignal): Promise<void>
  /** Resolves when what follows may start: a server listens, a cache is synced. Asked after `start`. Default: at once. */
  ready?(signal: AbortSignal): Promise<void>
  /** Gets ready before this process leads, so that taking over is quick: sources fill, nothing is reconciled. */
  warmup?(signal: AbortSignal): Promise<void>
  /** The grace is over, or the lease is lost: what is still in hand ends now. */
  abort?(reason: Error): void
  /** What goes on in it, as JSON, for `/debug/kops`. */
  inspect?(): unknown
}
