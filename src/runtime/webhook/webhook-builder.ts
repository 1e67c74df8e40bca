import type { ResourceOf, TypedObject } from '../client/client.ts'
import type { Clock } from '../clock/clock.ts'
import type { Logger } from '../log/logger.ts'
import type { HttpHandler } from '../manager/servers/http-answer.ts'
import type { MetricsRegistry } from '../metrics/metric.ts'
import { admissionHandler } from './admission/admission-handler.ts'
import type { AdmissionHandler } from './admission/admission-response.ts'
import { defaultingHandler, type Defaulter } from './admission/defaulter.ts'
import { validatingHandler, type Validator } from './admission/validator.ts'
import { admissionPath, checkPath } from './webhook-paths.ts'

/** What a webhook needs of the manager that runs it. */
export interface WebhookHost {
  readonly logger: Logger
  readonly metrics: MetricsRegistry
  readonly clock?: Clock
  readonly webhookServer: { register(path: string, handler: HttpHandler): void }
}

/** Where a webhook is served. */
export interface WebhookPathOptions {
  /** Default: as controller-runtime names it, `/validate-apps-my-domain-v1-application`. */
  readonly path?: string | undefined
}

/** Makes the webhooks of a kind. Say the kind with `for`, end with `complete`. */
export function newWebhook(host: WebhookHost): WebhookKindChoice {
  return {
    for: <T extends TypedObject>(resource: ResourceOf<T>) => new WebhookBuilder<T>(host, resource),
  }
}

/** The beginning of a webhook. */
export interface WebhookKindChoice {
  /** The kind whose objects are judged: a descriptor, or group, version and kind for untyped objects. */
  for<T extends TypedObject>(resource: ResourceOf<T>): WebhookBuilder<T>
}

/** Says what judges the objects of a kind. */
export class WebhookBuilder<T extends TypedObject> {
  readonly #host: WebhookHost
  readonly #resource: ResourceOf<T>
  readonly #handlers = new Map<string, AdmissionHandler>()

  constructor(host: WebhookHost, resource: ResourceOf<T>) {
    this.#host = host
    this.#resource = resource
  }

  /** Fills in what users left open: a mutating webhook. */
  withDefaulter(defaulter: Defaulter<T>, { path }: WebhookPathOptions = {}): this {
    const handler = defaultingHandler(this.#resource, defaulter)
    return this.#add(path ?? admissionPath('mutate', this.#resource), handler)
  }

  /** Judges what is about to be stored: a validating webhook. */
  withValidator(validator: Validator<T>, { path }: WebhookPathOptions = {}): this {
    const handler = validatingHandler(this.#resource, validator)
    return this.#add(path ?? admissionPath('validate', this.#resource), handler)
  }

  /** Serves them. Throws where there is nothing to serve, or where something is served at the path already. */
  complete(): void {
    if (this.#handlers.size === 0) {
      throw new Error('a webhook needs something to do: `withDefaulter` or `withValidator`')
    }
    const { group, kind } = this.#resource
    const logger = this.#host.logger.with({ webhookGroup: group, webhookKind: kind })
    for (const [path, handler] of this.#handlers) {
      const served = admissionHandler({ ...pick(this.#host), logger }, handler)
      this.#host.webhookServer.register(path, served)
    }
  }

  #add(path: string, handler: AdmissionHandler): this {
    if (this.#handlers.has(checkPath(path))) {
      throw new Error(`Expected one webhook at each path, got two at ${path}`)
    }
    this.#handlers.set(path, handler)
    return this
  }
}

/** A manager is a class: its parts are not spread. */
function pick({ metrics, clock }: WebhookHost): Pick<WebhookHost, 'metrics' | 'clock'> {
  return { metrics, ...(clock && { clock }) }
}
