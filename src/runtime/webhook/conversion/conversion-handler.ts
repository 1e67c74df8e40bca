import { parseApiVersion } from '../../../apimachinery/api-version.ts'
import { renderJson } from '../../../apimachinery/json-text.ts'
import type { KubernetesObject } from '../../../apimachinery/kubernetes-object.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Logger } from '../../log/logger.ts'
import { answer, type HttpHandler } from '../../manager/servers/http-answer.ts'
import type { Counter, MetricsRegistry } from '../../metrics/metric.ts'
import type { BodyBudget, HeldBody } from '../body/body-budget.ts'
import { BodyError, ClientGoneError } from '../body/body-errors.ts'
import { BodySource } from '../body/body-source.ts'
import { isFields } from '../body/json-body.ts'
import { Turn } from '../body/turn.ts'
import { answerJsonParts } from '../json-answer.ts'
import { readReview, type ConversionRequest } from './conversion-review.ts'
import { ConversionError, groupKindOf, type KindConverter } from './kind-converter.ts'

/** What conversions are served with. */
export interface ConversionHandlerParts {
  readonly logger: Logger
  readonly metrics: MetricsRegistry
  readonly clock?: Clock | undefined
  /** Default: that of the process. */
  readonly budget?: BodyBudget | undefined
  /** By `Kind.group`. */
  readonly converters: ReadonlyMap<string, KindConverter>
}

/** Whole lists are converted at once: thousands of objects. Mostly the memory of the process allows less. */
const mostBytes = 100 * 1024 * 1024

/**
 * Answers ConversionReviews. All objects are converted or none: what cannot be converted fails the whole review, with
 * the object's name in the message. A body that is no ConversionReview is answered with 400.
 */
export function conversionHandler(parts: ConversionHandlerParts): HttpHandler {
  const endpoint = new ConversionEndpoint(parts)
  const { metrics, clock, budget } = parts
  const bodies = new BodySource({ metrics, clock, budget, mostBytes })
  return async (request, response) => {
    let held: HeldBody | undefined
    try {
      const body = await bodies.read(request)
      held = body.held
      const review = await readReview(body, bodies.budget)
      await answerJsonParts(response, 200, await endpoint.answer(review))
    } catch (error) {
      if (error instanceof ClientGoneError) return
      if (bodies.answerRefusal(error, request, response)) return
      if (!(error instanceof BodyError)) throw error
      parts.logger.warn('cannot read a ConversionReview', { reason: error.message })
      answer(response, 400, { body: `${error.message}\n` })
    } finally {
      held?.release()
    }
  }
}

class ConversionEndpoint {
  readonly #parts: ConversionHandlerParts
  readonly #panics: Counter

  constructor(parts: ConversionHandlerParts) {
    this.#parts = parts
    this.#panics = parts.metrics.counter({
      name: 'controller_runtime_conversion_webhook_panics_total',
      help: 'Total number of conversion webhook panics',
    })
    this.#panics.increment({}, 0)
  }

  /** The ConversionReview that answers, in parts. Rejects with `BodyError` where an object is no JSON. */
  async answer(request: ConversionRequest): Promise<readonly Buffer[]> {
    const { apiVersion, uid } = request
    const head = `{"kind":"ConversionReview","apiVersion":${JSON.stringify(apiVersion)},"response":{"uid":${JSON.stringify(uid)},"convertedObjects":[`
    try {
      const converted = await this.#convertAll(request)
      return [Buffer.from(head), ...converted, Buffer.from('],"result":{"status":"Success"}}}')]
    } catch (error) {
      if (error instanceof BodyError) throw error
      const message = error instanceof Error ? error.message : String(error)
      this.#parts.logger.error('cannot convert', { requestID: uid, error })
      const result = JSON.stringify({ status: 'Failure', message })
      return [Buffer.from(`${head}],"result":${result}}}`)]
    }
  }

  /** Each object is read, converted and rendered before the next one: at no time are all of them in memory. */
  async #convertAll({ objects, desired }: ConversionRequest): Promise<readonly Buffer[]> {
    const converted: Buffer[] = []
    const turn = new Turn()
    for (let index = 0; index < objects.length; index++) {
      const object = objects.read(index)
      if (turn.isLong) await turn.end()
      const text = this.#convertOne(object, desired)
      converted.push(Buffer.from(index === 0 ? text : `,${text}`))
      if (turn.isLong) await turn.end()
    }
    return converted
  }

  #convertOne(given: unknown, desired: string): string {
    return renderJson(this.#convert(given, desired))
  }

  #convert(given: unknown, desired: string): unknown {
    const object = toObject(given)
    const { items } = object
    if (Array.isArray(items) && object.kind.endsWith('List')) {
      return {
        ...object,
        apiVersion: desired,
        items: items.map((item) => this.#convert(item, desired)),
      }
    }
    try {
      return this.#converterOf(object, desired).convert(object, desired)
    } catch (error) {
      if (!(error instanceof ConversionError)) this.#panics.increment()
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`${describe(object)} to ${desired}: ${reason}`, { cause: error })
    }
  }

  #converterOf({ apiVersion, kind }: KubernetesObject, desired: string): KindConverter {
    const [from, to] = [parseApiVersion(apiVersion), parseApiVersion(desired)]
    if (from === undefined || to === undefined || from.group !== to.group) {
      throw new ConversionError('they are not of one group')
    }
    const groupKind = groupKindOf({ group: from.group, kind })
    const converter = this.#parts.converters.get(groupKind)
    if (converter === undefined) throw new ConversionError(`${groupKind} is not converted here`)
    return converter
  }
}

function toObject(given: unknown): KubernetesObject {
  if (
    isFields(given) &&
    typeof given['apiVersion'] === 'string' &&
    typeof given['kind'] === 'string' &&
    isFields(given['metadata'] ?? {})
  ) {
    return { ...given, metadata: given['metadata'] ?? {} } as KubernetesObject
  }
  throw new ConversionError('the request holds what is no object')
}

function describe({ kind, apiVersion, metadata }: KubernetesObject): string {
  const { namespace, name = '' } = metadata
  return `cannot convert ${kind} ${namespace ? `${namespace}/` : ''}${name} from ${apiVersion}`
}
