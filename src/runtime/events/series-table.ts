import type { Clock } from '../clock/clock.ts'
import { renderMicroTime, seriesKey, type EventObject } from './event-object.ts'

/** After how long without a repetition a series has ended. */
const idleMs = 6 * 60_000
/** How often the count of a series that goes on is written. */
const refreshMs = 30 * 60_000
/** How many events are remembered. */
const mostSeries = 4096

/** An event, and how often it was told so far. */
interface Series {
  readonly event: EventObject
  count: number
  lastObservedAt: number
  lastObservedEpochMs: number
  /** The count that the server was told. */
  writtenCount: number
  writtenAt: number
}

/**
 * Counts repetitions. The first telling is an event and the second starts a series; later ones are counted here, and
 * the count is written every half hour and when nothing came for six minutes.
 */
export class SeriesTable {
  readonly #clock: Clock
  readonly #series = new Map<string, Series>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get size(): number {
    return this.#series.size
  }

  /** Takes note of an event. What is to be written, if anything. */
  observe(event: EventObject): EventObject | undefined {
    const key = seriesKey(event)
    const now = this.#clock.monotonic()
    const known = this.#series.get(key)
    if (known === undefined) {
      this.#begin(key, event, now)
      return event
    }
    known.count++
    known.lastObservedAt = now
    known.lastObservedEpochMs = this.#clock.now()
    return known.count === 2 ? this.#write(known, now) : undefined
  }

  /** What is due to be written: the counts of series that ended or went on for long. Ended ones are forgotten. */
  takeDue(): readonly EventObject[] {
    const now = this.#clock.monotonic()
    const due: EventObject[] = []
    for (const [key, series] of this.#series) {
      const hasEnded = now - series.lastObservedAt >= idleMs
      const isNews = series.count > series.writtenCount
      if (isNews && (hasEnded || now - series.writtenAt >= refreshMs)) {
        due.push(this.#write(series, now))
      }
      if (hasEnded) this.#series.delete(key)
    }
    return due
  }

  /** The counts that the server was not told, when there is no later. */
  takeAll(): readonly EventObject[] {
    const now = this.#clock.monotonic()
    const news = [...this.#series.values()].filter((each) => each.count > each.writtenCount)
    this.#series.clear()
    return news.map((series) => this.#write(series, now))
  }

  #begin(key: string, event: EventObject, now: number): void {
    const lastObservedEpochMs = this.#clock.now()
    const times = { lastObservedAt: now, lastObservedEpochMs, writtenAt: now }
    this.#series.set(key, { event, count: 1, writtenCount: 1, ...times })
    if (this.#series.size <= mostSeries) return
    const [oldest] = this.#series.keys()
    if (oldest !== undefined) this.#series.delete(oldest)
  }

  #write(series: Series, now: number): EventObject {
    series.writtenCount = series.count
    series.writtenAt = now
    const lastObservedTime = renderMicroTime(series.lastObservedEpochMs)
    return { ...series.event, series: { count: series.count, lastObservedTime } }
  }
}
