/** Something that the manager starts and stops. */
export interface Runnable {
  /** For logs and `/debug/kops`. */
  readonly name: string
  /** When it is started. Controllers are `leader`, and so is what says nothing. */
  readonly group?: 'server' | 'webhook' | 'cache' | 'other' | 'leader'
  /** Runs until the signal aborts, then finishes what it has in hand and resolves. A rejection stops the manager. */
  start(signal: AbortSignal): Promise<void>
}
