import { StatusError } from '../../../apimachinery/status.ts'
import type { Clock } from '../../clock/clock.ts'
import { systemClock } from '../../clock/system-clock.ts'
import type { Logger } from '../../log/logger.ts'
import type { HttpHandler, HttpRequest, HttpResponse } from '../../manager/servers/http-answer.ts'
import type { Counter, MetricsRegistry } from '../../metrics/metric.ts'
import { Deadline, DeadlineError, readTimeout } from '../deadline.ts'
import { answerFailure, answerJson } from '../json-answer.ts'
import type { BodyBudget, HeldBody } from '../body/body-budget.ts'
import { BodyTooLargeError, ClientGoneError } from '../body/body-errors.ts'
import { BodySource } from '../body/body-source.ts'
import type { ReadBody } from '../body/read-body.ts'
import type { AdmissionContext, AdmissionRequest } from './admission-request.ts'
import { errored, type AdmissionHandler, type AdmissionResponse } from './admission-response.ts'
import {
  decodeReview,
  encodeReview,
  refuseTooLarge,
  type DecodedReview,
} from './admission-review.ts'

/** controller-runtime's: an object and the one before it, of 3 MB each, as large as the API server takes them. */
const mostBytes = 7 * 1024 * 1024

/** What an admission webhook needs of the manager that runs it. */
export interface AdmissionHost {
  readonly logger: Logger
  readonly metrics: MetricsRegistry
  readonly clock?: Clock
}

/**
 * Serves an admission handler: for `manager.webhookServer.register`. Reads the AdmissionReview, and answers with one
 * that has its `uid` and version whatever happens. A handler that takes longer than the API server waits is a failed
 * call (504), for the failure policy to judge; one that throws refuses the request with 500.
 */
export function admissionHandler(host: AdmissionHost, handler: AdmissionHandler): HttpHandler {
  const endpoint = new AdmissionEndpoint(host, handler)
  return (request, response) => endpoint.serve(request, response)
}

/** An admission host with a budget of its own for bodies. Default: that of the process. */
export interface AdmissionEndpointParts extends AdmissionHost {
  readonly budget?: BodyBudget
}

/** Answers the AdmissionReviews of one path. */
export class AdmissionEndpoint {
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #handler: AdmissionHandler
  readonly #panics: Counter
  readonly #bodies: BodySource

  constructor(host: AdmissionEndpointParts, handler: AdmissionHandler) {
    const { clock = systemClock, logger, metrics, budget } = host
    this.#clock = clock
    this.#bodies = new BodySource({ metrics, clock, budget, mostBytes })
    this.#logger = logger
    this.#handler = handler
    this.#panics = metrics.counter({
      name: 'controller_runtime_webhook_panics_total',
      help: 'Total number of webhook panics',
    })
    this.#panics.increment({}, 0)
  }

  async serve(request: HttpRequest, response: HttpResponse): Promise<void> {
    const deadline = new Deadline(this.#clock, readTimeout(request.url ?? ''))
    let isHeard = true
    response.once('close', () => {
      isHeard = response.writableEnded
      if (!isHeard) deadline.abort('the client has gone')
    })
    let held: HeldBody | undefined
    let isOver = false
    const hold = (body: ReadBody): void => {
      if (isOver) body.held.release()
      else held = body.held
    }
    try {
      const text = await deadline.run(() => this.#answer(request, { deadline, hold }))
      await answerJson(response, 200, text)
    } catch (error) {
      if (error instanceof ClientGoneError || !isHeard) return
      if (this.#bodies.answerRefusal(error, request, response)) return
      if (!(error instanceof DeadlineError)) throw error
      this.#logger.warn('a webhook call took too long', { path: request.url, error })
      answerFailure(response, { code: 504, reason: 'Timeout', message: error.message })
    } finally {
      isOver = true
      held?.release()
    }
  }

  async #answer(request: HttpRequest, { deadline, hold }: Serving): Promise<string> {
    const review = await this.#readReview(request, hold)
    if (deadline.isOver) throw deadline.signal.reason
    if (review.request === undefined) {
      const { refusal = errored(400, 'bad request') } = review
      this.#logger.warn('cannot read an AdmissionReview', { reason: refusal.result?.message })
      return encodeReview(review, refusal)
    }
    try {
      const response = await this.#handle(review.request, deadline)
      return encodeReview(review, response)
    } catch (error) {
      // Nobody waits any more: what a handler throws when its signal aborts is no failure of its own.
      if (deadline.isOver) throw error
      return encodeReview(review, this.#refuse(error, review.request))
    }
  }

  async #readReview(request: HttpRequest, hold: Serving['hold']): Promise<DecodedReview> {
    const { budget } = this.#bodies
    try {
      const body = await this.#bodies.read(request)
      hold(body)
      const contentType = request.headers['content-type']
      const review = await decodeReview(body, { contentType, budget })
      if (review.refusal?.result?.code === 413) this.#bodies.count(request, 'too-large')
      return review
    } catch (error) {
      if (!(error instanceof BodyTooLargeError)) throw error
      this.#bodies.count(request, 'too-large')
      return refuseTooLarge(error)
    }
  }

  async #handle(request: AdmissionRequest, deadline: Deadline): Promise<AdmissionResponse> {
    const logger = this.#logger
    const context: AdmissionContext = {
      request,
      get log() {
        return logger.with(logFields(request))
      },
      get signal() {
        return deadline.signal
      },
    }
    return this.#handler(request, context)
  }

  #refuse(error: unknown, request: AdmissionRequest): AdmissionResponse {
    if (error instanceof StatusError) return { allowed: false, result: error.status }
    this.#panics.increment()
    this.#logger.error('a webhook failed', { ...logFields(request), error })
    const reason = error instanceof Error ? error.message : String(error)
    return {
      allowed: false,
      result: { code: 500, reason: 'InternalError', message: `the webhook failed: ${reason}` },
    }
  }
}

interface Serving {
  readonly deadline: Deadline
  /** Told of the body, so that what it takes is given back with the answer. */
  readonly hold: (body: ReadBody) => void
}

function logFields(request: AdmissionRequest): Record<string, unknown> {
  const { name = '', namespace = '', resource, userInfo, uid } = request
  return { namespace, name, resource, user: userInfo.username, requestID: uid }
}
