/** What a fault proxy does to what passes through it. */
export type Fault =
  /** Every piece, either way, is later by this long. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Nothing passes, either way; connections stay open. What waits passes when the fault is over. */
  | { readonly kind: 'stall' }
  /** The connection breaks after this many more bytes of the answer. */
  | { readonly kind: 'cut'; readonly afterBytes: number }
  /** The connection breaks when nothing passed, either way, for this long. */
  | { readonly kind: 'cut-idle'; readonly afterMs: number }
  /** The answer comes in pieces of one to seven bytes. */
  | { readonly kind: 'fragment' }
  /** Connections break as soon as they are made; requests on open ones, as soon as they come. */
  | { readonly kind: 'refuse' }
  /** The answer passes, and its end does not. Only where the proxy ends TLS. */
  | { readonly kind: 'hold-end' }
  /** Each line of the answer comes again, after the line before it. Only where the proxy ends TLS. */
  | { readonly kind: 'replay-lines' }
  /** The proxy answers in place of the server. Only where the proxy ends TLS. */
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
    }

export type FaultKind = Fault['kind']

/** What a fault may be limited to. A TCP proxy knows neither method nor path: both are empty there. */
export interface ProxiedRequest {
  readonly method: string
  /** With the query. */
  readonly path: string
}

export interface InjectionOptions {
  /** Only these requests suffer, those that run already included. Default: all. */
  readonly only?: (request: ProxiedRequest) => boolean
  /** How many requests suffer. Default: all. */
  readonly times?: number
}

/** The faults of the moment. */
export class FaultTable {
  readonly #injections = new Set<Injection>()
  readonly #listeners = new Set<() => void>()
  #hits = 0

  /** How many requests have suffered so far: one counts once for each fault. */
  get hits(): number {
    return this.#hits
  }

  /** Adds a fault and returns what ends it. */
  inject(fault: Fault, { only = () => true, times = Infinity }: InjectionOptions): () => void {
    const injection: Injection = { fault, only, times, suffering: new WeakSet() }
    this.#injections.add(injection)
    this.#tell()
    return () => {
      if (this.#injections.delete(injection)) this.#tell()
    }
  }

  clear(): void {
    this.#injections.clear()
    this.#tell()
  }

  /** The fault of a kind that a request suffers now. */
  find<Kind extends FaultKind>(
    kind: Kind,
    request: ProxiedRequest,
  ): Extract<Fault, { kind: Kind }> | undefined {
    for (const injection of this.#injections) {
      const { fault } = injection
      if (isOfKind(fault, kind) && this.#suffers(injection, request)) return fault
    }
    return undefined
  }

  /** Calls back whenever the faults change; returns what ends that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #suffers(injection: Injection, request: ProxiedRequest): boolean {
    const { suffering, only, times } = injection
    if (suffering.has(request)) return true
    if (times <= 0 || !only(request)) return false
    injection.times -= 1
    this.#hits += 1
    suffering.add(request)
    return true
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

interface Injection {
  readonly fault: Fault
  readonly only: (request: ProxiedRequest) => boolean
  /** How many more requests may suffer. */
  times: number
  /** The requests that suffer: each is counted once, and suffers to its end. */
  readonly suffering: WeakSet<ProxiedRequest>
}

function isOfKind<Kind extends FaultKind>(
  fault: Fault,
  kind: Kind,
): fault is Extract<Fault, { kind: Kind }> {
  return fault.kind === kind
}
