import { request as httpsRequest, Agent } from 'node:https'
import { onTestFinished } from 'vitest'
import type { Clock } from '../../../src/runtime/clock/clock.ts'
import { systemClock } from '../../../src/runtime/clock/system-clock.ts'
import { SelfSignedCertificate } from '../../../src/runtime/certificates/self-signed-certificate.ts'
import type { ServingCertificate } from '../../../src/runtime/certificates/serving-certificate.ts'
import type { Logger } from '../../../src/runtime/log/logger.ts'
import { PrometheusRegistry } from '../../../src/runtime/metrics/prometheus-registry.ts'
import { parseJson } from '../../../src/apimachinery/json-text.ts'
import type { Status } from '../../../src/apimachinery/status.ts'
import { WebhookServer } from '../../../src/runtime/webhook/webhook-server.ts'
import type { WebhookOptions } from '../../../src/runtime/webhook/webhook-options.ts'
import { silentLogger } from '../log/silent-logger.ts'

export interface WebhookAnswer {
  readonly status: number
  readonly text: string
}

/** The response of an AdmissionReview that answers. */
export interface AnsweredReview {
  readonly apiVersion: string
  readonly kind: string
  readonly response: {
    readonly uid: string
    readonly allowed: boolean
    readonly status: Partial<Status>
    readonly patch?: string
    readonly patchType?: string
    readonly warnings?: readonly string[]
    readonly auditAnnotations?: Record<string, string>
  }
}

export interface PostOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: string
}

/** A webhook server of its own for one test: what a manager is to `newWebhook` and `newConversion`. */
export class ServedWebhooks {
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics = new PrometheusRegistry()
  readonly webhookServer: WebhookServer
  readonly #stop = new AbortController()
  readonly #agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
  ended: Promise<void> = Promise.resolve()

  constructor({
    logger = silentLogger,
    clock = systemClock,
    enableHttp2 = false,
    certificate = new SelfSignedCertificate(systemClock),
    ...options
  }: WebhookOptions & {
    readonly logger?: Logger
    readonly clock?: Clock
    readonly enableHttp2?: boolean
    readonly certificate?: ServingCertificate | 'none'
  } = {}) {
    this.logger = logger
    this.clock = clock
    this.webhookServer = new WebhookServer({
      clock,
      logger,
      metrics: this.metrics,
      enableHttp2,
      options: { host: '127.0.0.1', port: 0, ...options },
      findCertificate: () => (certificate === 'none' ? undefined : certificate),
      onUse: () => undefined,
    })
  }

  /** Resolves when it listens. */
  async start(): Promise<this> {
    this.ended = this.webhookServer.start(this.#stop.signal)
    onTestFinished(async () => {
      this.#agent.destroy()
      this.stop()
      await this.ended.catch(() => undefined)
    })
    await Promise.race([this.webhookServer.ready(), this.ended])
    return this
  }

  stop(): void {
    this.#stop.abort()
  }

  /** Ends the connections of `post`, whatever is on its way. */
  hangUp(): void {
    this.#agent.destroy()
  }

  post(
    path: string,
    body: string | Buffer,
    { headers = { 'content-type': 'application/json' }, method = 'POST' }: PostOptions = {},
  ): Promise<WebhookAnswer> {
    const { port } = this.webhookServer
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, method, headers, agent: this.#agent }
      const outgoing = httpsRequest(options, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({ status: response.statusCode ?? 0, text })
        })
      })
      outgoing.once('error', reject)
      outgoing.end(body)
    })
  }

  /** Sends an AdmissionReview, and reads the one that answers. */
  async review(
    path: string,
    body: string | Buffer,
    options?: PostOptions,
  ): Promise<AnsweredReview> {
    const { status, text } = await this.post(path, body, options)
    if (status !== 200) throw new Error(`answered ${status}: ${text}`)
    return parseJson(text) as AnsweredReview
  }
}

/** The patch of an answer, as it was sent. */
export function patchOf({ response }: AnsweredReview): unknown {
  const { patch } = response
  return patch === undefined ? undefined : parseJson(Buffer.from(patch, 'base64').toString('utf8'))
}
