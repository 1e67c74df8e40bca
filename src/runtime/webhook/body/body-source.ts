import { systemClock } from '../../clock/system-clock.ts'
import type { Clock } from '../../clock/clock.ts'
import type { HttpRequest, HttpResponse } from '../../manager/servers/http-answer.ts'
import type { Counter, Gauge, MetricsRegistry } from '../../metrics/metric.ts'
import { answerFailure } from '../json-answer.ts'
import { processBodyBudget, type BodyBudget } from './body-budget.ts'
import { BodyTooLargeError, OverloadedError, SlowBodyError } from './body-errors.ts'
import { readBody, type ReadBody } from './read-body.ts'

/** What bodies are read with. */
export interface BodySourceParts {
  readonly metrics: MetricsRegistry
  readonly clock?: Clock | undefined
  /** Default: that of the process. */
  readonly budget?: BodyBudget | undefined
  /** Bytes of the largest body that the endpoint needs. */
  readonly mostBytes: number
}

const reasons = ['too-large', 'overloaded', 'too-slow'] as const

/** Reads the bodies of an endpoint within the budget, and counts those that it refuses. */
export class BodySource {
  readonly #clock: Clock
  readonly #refused: Counter
  readonly #limits: Gauge
  readonly #shown = new Set<string>()
  readonly budget: BodyBudget
  /** Bytes of the largest body that is read. */
  readonly limit: number

  constructor({ metrics, clock = systemClock, budget, mostBytes }: BodySourceParts) {
    this.#clock = clock
    this.budget = budget ?? processBodyBudget()
    this.limit = Math.min(mostBytes, this.budget.largestBody)
    this.#refused = metrics.counter({
      name: 'kops_webhook_bodies_refused_total',
      help: 'Total number of request bodies that were not read, by reason.',
      labelNames: ['webhook', 'reason'],
    })
    this.#limits = metrics.gauge({
      name: 'kops_webhook_body_limit_bytes',
      help: 'Size of the largest request body that is read.',
      labelNames: ['webhook'],
    })
  }

  /** The body of a request. See `readBody`. */
  async read(request: HttpRequest): Promise<ReadBody> {
    const path = pathOf(request)
    if (!this.#shown.has(path)) this.#limits.set(this.limit, { webhook: path })
    this.#shown.add(path)
    return readBody(request, { clock: this.#clock, budget: this.budget, limit: this.limit })
  }

  /** Answers a request whose body was refused. Whether the error is one of a body. */
  answerRefusal(error: unknown, request: HttpRequest, response: HttpResponse): boolean {
    const refusal = refusalOf(error)
    if (refusal === undefined) return false
    const { code, reason, metric } = refusal
    this.count(request, metric)
    if (code === 503) response.setHeader('retry-after', '1')
    answerFailure(response, { code, reason, message: (error as Error).message })
    return true
  }

  /** A body was refused. */
  count(request: HttpRequest, reason: (typeof reasons)[number]): void {
    this.#refused.increment({ webhook: pathOf(request), reason })
  }
}

interface Refusal {
  readonly code: number
  readonly reason: string
  readonly metric: (typeof reasons)[number]
}

function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof BodyTooLargeError) {
    return { code: 413, reason: 'RequestEntityTooLarge', metric: 'too-large' }
  }
  if (error instanceof OverloadedError) {
    return { code: 503, reason: 'ServiceUnavailable', metric: 'overloaded' }
  }
  return error instanceof SlowBodyError
    ? { code: 408, reason: 'Timeout', metric: 'too-slow' }
    : undefined
}

function pathOf({ url = '' }: HttpRequest): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}
