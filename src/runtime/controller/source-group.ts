import type { Clock } from '../clock/clock.ts'
import type { Logger } from '../log/logger.ts'
import { CacheSyncTimeoutError } from './reconcile-errors.ts'
import type { Source, SourceSink } from './source.ts'

export interface SourceGroupOptions {
  readonly clock: Clock
  readonly log: Logger
  readonly cacheSyncTimeoutMs: number
  readonly sinkFor: (source: Source) => SourceSink
  /** A source that was added later did not start. */
  readonly onFailure: (error: Error) => void
}

export interface SourceStatus {
  readonly name: string
  readonly hasSynced: boolean
}

/** The sources of one controller: held until it starts, and from then on started as they come. */
export class SourceGroup {
  readonly #options: SourceGroupOptions
  readonly #sources: { readonly source: Source; hasSynced: boolean }[] = []
  #started: Promise<void> | undefined

  constructor(options: SourceGroupOptions) {
    this.#options = options
  }

  add(source: Source): void {
    const entry = { source, hasSynced: false }
    this.#sources.push(entry)
    if (this.#started === undefined) return
    this.#start(entry).catch((error: unknown) => this.#options.onFailure(asError(error)))
  }

  /** Starts all of them. Resolves when each has delivered what was there. Starting again waits for the same. */
  start(): Promise<void> {
    this.#started ??= Promise.all(this.#sources.map((entry) => this.#start(entry))).then(
      () => undefined,
    )
    return this.#started
  }

  statuses(): readonly SourceStatus[] {
    return this.#sources.map(({ source, hasSynced }) => ({ name: source.name, hasSynced }))
  }

  async #start(entry: { readonly source: Source; hasSynced: boolean }): Promise<void> {
    const { log, clock, cacheSyncTimeoutMs, sinkFor } = this.#options
    const { source } = entry
    log.info('starting event source', { source: source.name })
    const sink = sinkFor(source)
    let timer = clock.after(0, () => undefined, { background: true })
    timer.cancel()
    const late = new Promise<never>((_resolve, reject) => {
      const expire = (): void => reject(new CacheSyncTimeoutError(source.name, cacheSyncTimeoutMs))
      if (cacheSyncTimeoutMs > 0) timer = clock.after(cacheSyncTimeoutMs, expire)
    })
    try {
      await Promise.race([source.start(sink), late])
      entry.hasSynced = true
    } catch (error) {
      if (!sink.signal.aborted) throw error
    } finally {
      timer.cancel()
    }
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('the source failed', { cause: error })
}
