import { parseApiVersion } from '../../../apimachinery/api-version.ts'
import { renderJson } from '../../../apimachinery/json-text.ts'
import type { KubernetesObject } from '../../../apimachinery/kubernetes-object.ts'
import type { Logger } from '../../log/logger.ts'
import { answer, type HttpHandler } from '../../manager/servers/http-answer.ts'
import type { Counter, MetricsRegistry } from '../../metrics/metric.ts'
import { answerJson } from '../json-answer.ts'
import { BodyError, isFields, parseJsonBody } from '../json-body.ts'
import { BodyTooLargeError, ClientGoneError, readBody } from '../read-body.ts'
import { ConversionError, groupKindOf, type KindConverter } from './kind-converter.ts'

/** What conversions are served with. */
export interface ConversionHandlerParts {
  readonly logger: Logger
  readonly metrics: MetricsRegistry
  /** By `Kind.group`. */
  readonly converters: ReadonlyMap<string, KindConverter>
}

/** Whole lists are converted at once: thousands of objects. */
const mostBytes = 100 * 1024 * 1024
/** How long objects are converted before others get a turn. */
const turnMs = 10

/** A ConversionRequest that makes sense. */
interface ConversionRequest {
  readonly apiVersion: string
  readonly uid: string
  readonly desired: string
  readonly objects: readonly unknown[]
}

/**
 * Answers ConversionReviews. All objects are converted or none: what cannot be converted fails the whole review, with
 * the object's name in the message. A body that is no ConversionReview is answered with 400.
 */
export function conversionHandler(parts: ConversionHandlerParts): HttpHandler {
  const endpoint = new ConversionEndpoint(parts)
  return async (request, response) => {
    try {
      const review = decodeReview(await readBody(request, mostBytes))
      answerJson(response, 200, await endpoint.answer(review))
    } catch (error) {
      if (error instanceof ClientGoneError) return
      const code = codeOf(error)
      if (code === undefined) throw error
      const reason = error instanceof Error ? error.message : String(error)
      parts.logger.warn('cannot read a ConversionReview', { reason })
      answer(response, code, { body: `${reason}\n` })
    }
  }
}

function codeOf(error: unknown): number | undefined {
  if (error instanceof BodyTooLargeError) return 413
  return error instanceof BodyError ? 400 : undefined
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

  async answer(request: ConversionRequest): Promise<string> {
    const { apiVersion, uid } = request
    const render = (response: object): string =>
      renderJson({ kind: 'ConversionReview', apiVersion, response: { uid, ...response } })
    try {
      const convertedObjects = await this.#convertAll(request)
      return render({ convertedObjects, result: { status: 'Success' } })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      this.#parts.logger.error('cannot convert', { requestID: uid, error })
      return render({ convertedObjects: [], result: { status: 'Failure', message } })
    }
  }

  async #convertAll({ objects, desired }: ConversionRequest): Promise<readonly unknown[]> {
    const converted: unknown[] = []
    let turnEnds = performance.now() + turnMs
    for (const object of objects) {
      converted.push(this.#convertOne(object, desired))
      if (performance.now() < turnEnds) continue
      await new Promise((resolve) => setImmediate(resolve))
      turnEnds = performance.now() + turnMs
    }
    return converted
  }

  #convertOne(given: unknown, desired: string): unknown {
    const object = toObject(given)
    const { items } = object
    if (Array.isArray(items) && object.kind.endsWith('List')) {
      return {
        ...object,
        apiVersion: desired,
        items: items.map((item) => this.#convertOne(item, desired)),
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

/** Reads a body that anybody may have sent. Throws `BodyError`. */
function decodeReview(body: Buffer): ConversionRequest {
  const review = parseJsonBody(body)
  if (!isFields(review) || !isFields(review['request'])) {
    throw new BodyError('the body is no ConversionReview')
  }
  const { apiVersion = 'apiextensions.k8s.io/v1' } = review
  const { uid = '', desiredAPIVersion: desired, objects = [] } = review['request']
  const isRead =
    typeof apiVersion === 'string' &&
    typeof uid === 'string' &&
    typeof desired === 'string' &&
    Array.isArray(objects)
  if (!isRead) throw new BodyError('the request is no ConversionRequest')
  return { apiVersion, uid, desired, objects }
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
