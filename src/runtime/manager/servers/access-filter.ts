import { createHash } from 'node:crypto'
import { StatusError } from '../../../apimachinery/status.ts'
import type { Client } from '../../client/client.ts'
import type { Clock } from '../../clock/clock.ts'
import { sleep } from '../../clock/sleep.ts'
import type { Logger } from '../../log/logger.ts'
import { reviewAccess, reviewToken, type UserInfo } from './access-review.ts'
import { ExpiringCache } from './expiring-cache.ts'
import { QuestionLimit, TooManyQuestionsError } from './question-limit.ts'
import { answer, urlOf, type HttpHandler, type HttpRequest } from './http-answer.ts'

export interface AccessFilterOptions {
  /** Needs `create` on tokenreviews and subjectaccessreviews. */
  readonly client: Pick<Client, 'create'>
  readonly clock: Clock
  readonly logger: Logger
}

/** The times of Kubernetes' own delegating servers. */
const tokenCacheMs = 60_000
const allowCacheMs = 300_000
const denyCacheMs = 30_000
const reviewTimeoutMs = 10_000
const tries = 5
const firstDelayMs = 500
const delayFactor = 1.5
const mostEntries = 4096
/** Tokens of service accounts have about a thousand characters. */
const longestToken = 16_384

/**
 * Lets a request through to `handler` when the API server knows its bearer token and allows its user the verb at the
 * path: 401 without a good token, 403 without the right, 500 when the API server could not be asked.
 */
export function filterAccess(handler: HttpHandler, options: AccessFilterOptions): HttpHandler {
  const reviewer = new AccessReviewer(options)
  const { logger } = options
  return async (request, response) => {
    const token = bearerToken(request)
    if (token === undefined) return answer(response, 401, { body: 'Unauthorized\n' })
    let username = ''
    try {
      const user = await reviewer.authenticate(token, request.socket.remoteAddress ?? '')
      if (user === undefined) return answer(response, 401, { body: 'Unauthorized\n' })
      username = user.username ?? ''
      const path = urlOf(request).pathname
      if (!(await reviewer.authorize(user, path, (request.method ?? 'get').toLowerCase()))) {
        return answer(response, 403, { body: `Authorization denied for user ${username}\n` })
      }
    } catch (error) {
      if (error instanceof TooManyQuestionsError) {
        response.setHeader('retry-after', '10')
        return answer(response, 429, { body: `${error.message}\n` })
      }
      logger.error('cannot ask the API server about a request', { user: username, error })
      return answer(response, 500, { body: 'Authentication or authorization failed\n' })
    }
    return handler(request, response)
  }
}

/** The token of `Authorization: Bearer …`. */
function bearerToken({ headers }: HttpRequest): string | undefined {
  const { authorization = '' } = headers
  return authorization.length > longestToken
    ? undefined
    : /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
}

/** Asks the API server, remembers what it said for a while, and asks once for all who ask at the same time. */
class AccessReviewer {
  readonly #options: AccessFilterOptions
  readonly #users: ExpiringCache<UserInfo | undefined>
  readonly #rights: ExpiringCache<boolean>
  readonly #limit: QuestionLimit

  constructor(options: AccessFilterOptions) {
    this.#options = options
    this.#users = new ExpiringCache({
      clock: options.clock,
      mostEntries,
      lifetimeMs: () => tokenCacheMs,
      isMinor: (user) => user === undefined,
    })
    this.#limit = new QuestionLimit(options.clock)
    this.#rights = new ExpiringCache({
      clock: options.clock,
      mostEntries,
      lifetimeMs: (isAllowed) => (isAllowed ? allowCacheMs : denyCacheMs),
    })
  }

  /**
   * Tokens are kept as digests: memory that leaks gives none away. How many unknown ones are asked about is limited; one
   * that was good before is asked about in any case.
   */
  authenticate(token: string, address: string): Promise<UserInfo | undefined> {
    const digest = createHash('sha256').update(token).digest('base64')
    const { client } = this.#options
    return this.#users.get(digest, async () => {
      if (!this.#users.isKnown(digest)) this.#limit.take(address)
      return this.#ask((signal) => reviewToken(client, token, signal))
    })
  }

  authorize(user: UserInfo, path: string, verb: string): Promise<boolean> {
    const { client } = this.#options
    const key = JSON.stringify([user, path, verb])
    const question = { user, path, verb }
    return this.#rights.get(key, () =>
      this.#ask((signal) => reviewAccess(client, question, signal)),
    )
  }

  /** Asks again while the API server fails, but not when it refuses. */
  async #ask<T>(question: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { clock } = this.#options
    for (let tried = 1, delayMs = firstDelayMs; ; tried++, delayMs *= delayFactor) {
      try {
        return await this.#askOnce(question)
      } catch (error) {
        if (tried >= tries || isRefusal(error)) throw error
        await sleep(clock, delayMs)
      }
    }
  }

  async #askOnce<T>(question: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const limit = new AbortController()
    const timer = this.#options.clock.after(reviewTimeoutMs, () => {
      limit.abort(new Error(`no answer within ${reviewTimeoutMs} ms`))
    })
    try {
      return await question(limit.signal)
    } finally {
      timer.cancel()
    }
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof StatusError && error.code < 500 && error.code !== 429
}
