/** A certificate (or a chain) and its private key, as PEM. */
export interface ServingPair {
  readonly cert: string
  readonly key: string
}

/** Gives a server its certificate, and new ones as they come. */
export interface ServingCertificate {
  /** Resolves when there is a pair, or the signal aborts; rejects when there can be none. Watches until the signal aborts. */
  start(signal: AbortSignal): Promise<void>
  /** The pair for the next handshake. */
  current(): ServingPair
  /** Calls back with each new pair. */
  onChange(listener: (pair: ServingPair) => void): void
}
