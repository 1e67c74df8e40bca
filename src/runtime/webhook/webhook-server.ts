import { readFile } from 'node:fs/promises'
import { connect } from 'node:tls'
import type { ServingCertificate } from '../certificates/serving-certificate.ts'
import type { Clock } from '../clock/clock.ts'
import type { Logger } from '../log/logger.ts'
import type { Runnable } from '../manager/runnable.ts'
import type { HealthCheck } from '../manager/servers/health-checks.ts'
import { answer, type HttpHandler } from '../manager/servers/http-answer.ts'
import { HttpServer } from '../manager/servers/http-server.ts'
import type { MetricsRegistry } from '../metrics/metric.ts'
import { conversionHandler } from './conversion/conversion-handler.ts'
import type { KindConverter } from './conversion/kind-converter.ts'
import { WebhookMetrics } from './webhook-metrics.ts'
import type { WebhookOptions } from './webhook-options.ts'
import { conversionPath } from './webhook-paths.ts'

/** What a webhook server is made with. */
export interface WebhookServerParts {
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: MetricsRegistry
  readonly options: WebhookOptions
  readonly enableHttp2?: boolean | undefined
  /** Asked once, when the server starts. `undefined`: webhooks are off. */
  readonly findCertificate: () => ServingCertificate | undefined
  /** Called with the first handler: a server without any is never started. */
  readonly onUse: () => void
}

const defaultPort = 9443
const checkTimeoutMs = 10_000

/**
 * Answers the API server's questions by HTTPS. It starts before the caches, since listing a kind may need this very
 * process's conversion, and only where there is something to serve.
 */
export class WebhookServer implements Runnable {
  readonly name = 'webhook'
  readonly group = 'webhook'
  readonly #parts: WebhookServerParts
  readonly #logger: Logger
  readonly #metrics: WebhookMetrics
  readonly #handlers = new Map<string, HttpHandler>()
  readonly #converters = new Map<string, KindConverter>()
  readonly #ready: Promise<void>
  #announce: (ready: Promise<void>) => void = () => undefined
  #server: HttpServer | undefined
  #state: 'new' | 'off' | 'on' = 'new'

  constructor(parts: WebhookServerParts) {
    this.#parts = parts
    this.#logger = parts.logger
    this.#metrics = new WebhookMetrics(parts.metrics, parts.clock)
    this.#ready = new Promise((resolve) => {
      this.#announce = resolve
    })
  }

  /** The port that it listens on; `undefined` before it does, and where webhooks are off. */
  get port(): number | undefined {
    return this.#server?.port
  }

  /** The paths that are served. */
  get paths(): readonly string[] {
    return [...this.#handlers.keys()]
  }

  /** Serves a path. Throws where it is served already. */
  register(path: string, handler: HttpHandler): void {
    if (!path.startsWith('/')) {
      throw new RangeError(`Expected the path of a webhook to start with /, got ${path}`)
    }
    if (this.#handlers.has(path)) {
      throw new Error(`Expected one webhook at each path, got two at ${path}`)
    }
    const isFirst = this.#handlers.size === 0
    this.#handlers.set(path, this.#metrics.instrument(path, handler))
    this.#logger.debug('registered a webhook', { path })
    if (isFirst) this.#parts.onUse()
  }

  /** Converts between the versions of a kind, at `/convert`. Throws where the kind has a converter already. */
  registerConverter(converter: KindConverter): void {
    const { groupKind } = converter
    if (this.#converters.has(groupKind)) {
      throw new Error(`Expected one conversion of each kind, got two of ${groupKind}`)
    }
    this.#converters.set(groupKind, converter)
    if (this.#converters.size > 1) return
    const { clock, logger, metrics } = this.#parts
    const converters = this.#converters
    this.register(conversionPath, conversionHandler({ clock, logger, metrics, converters }))
  }

  /** A check that passes when a client can greet the server, and where webhooks are off. */
  startedChecker(): HealthCheck {
    return async () => {
      if (this.#state === 'off') return
      const { port } = this
      if (port === undefined) throw new Error('the webhook server has not started yet')
      await greet(this.#parts.options.host ?? 'localhost', port)
    }
  }

  async start(signal: AbortSignal): Promise<void> {
    const server = await this.#open()
    if (server === undefined) {
      this.#state = 'off'
      this.#announce(Promise.resolve())
      return
    }
    this.#state = 'on'
    this.#server = server
    const running = server.start(signal)
    this.#announce(server.ready())
    await running
  }

  ready(): Promise<void> {
    return this.#ready
  }

  inspect(): object {
    return { state: this.#state, port: this.port, paths: this.paths }
  }

  async #open(): Promise<HttpServer | undefined> {
    const { clock, enableHttp2, options, findCertificate } = this.#parts
    const { port = defaultPort, host, clientCaFile } = options
    if (port < 0) {
      this.#logger.info('webhooks are off: their port is -1')
      return undefined
    }
    const certificate = findCertificate()
    if (certificate === undefined) {
      this.#logger.info(
        'webhooks are off: there is no certificate, give one with --webhook-cert-path',
      )
      return undefined
    }
    return new HttpServer({
      name: this.name,
      group: this.group,
      address: { port, ...(host !== undefined && { host }) },
      handler: (request, response) => this.#route(request.url ?? '/')(request, response),
      clock,
      logger: this.#logger,
      certificate,
      enableHttp2,
      ...(clientCaFile && { clientCa: await readFile(clientCaFile, 'utf8') }),
    })
  }

  #route(target: string): HttpHandler {
    const query = target.indexOf('?')
    return this.#handlers.get(query < 0 ? target : target.slice(0, query)) ?? notFound
  }
}

const notFound: HttpHandler = (_request, response) => {
  answer(response, 404, { body: '404 page not found\n' })
}

/** Resolves when a server finishes a TLS handshake, with whatever certificate. */
function greet(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, rejectUnauthorized: false, timeout: checkTimeoutMs })
    socket.once('secureConnect', () => {
      resolve()
      socket.destroy()
    })
    socket.once('timeout', () => socket.destroy(new Error('the webhook server does not answer')))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the webhook server hung up')))
  })
}
