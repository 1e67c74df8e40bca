import type { Logger } from '../../log/logger.ts'
import { answer, urlOf, type HttpRequest, type HttpResponse } from './http-answer.ts'

/** Resolves when all is well, and rejects with what is not. A text that it resolves with stands in `?verbose`. */
export type HealthCheck = (
  request: HttpRequest,
) => string | undefined | void | Promise<string | undefined | void>

interface Outcome {
  readonly state: 'ok' | 'excluded' | 'failed'
  readonly note?: string
}

/**
 * The checks of one probe, answered as Kubernetes' own servers answer: `/healthz` runs all, `/healthz/name` one,
 * `?verbose` lists them, `?exclude=name` leaves some out. Why a check failed stands in the log alone, since anybody may
 * ask.
 */
export class HealthChecks {
  readonly #path: string
  readonly #logger: Logger
  readonly #checks = new Map<string, HealthCheck>()

  /** `path` without a slash at its end: `/healthz`. */
  constructor(path: string, logger: Logger) {
    this.#path = path
    this.#logger = logger
  }

  add(name: string, check: HealthCheck): void {
    if (this.#checks.has(name)) {
      throw new TypeError(
        `Expected checks of ${this.#path} to have names of their own, got two ${name}`,
      )
    }
    this.#checks.set(name, check)
  }

  /** Whether it answered: the request's path is one of its own. */
  async answer(request: HttpRequest, response: HttpResponse): Promise<boolean> {
    const url = urlOf(request)
    if (url.pathname === this.#path || url.pathname === `${this.#path}/`) {
      await this.#answerAll(url.searchParams, request, response)
      return true
    }
    if (!url.pathname.startsWith(`${this.#path}/`)) return false
    await this.#answerOne(decodeName(url.pathname.slice(this.#path.length + 1)), request, response)
    return true
  }

  async #answerOne(name: string, request: HttpRequest, response: HttpResponse): Promise<void> {
    const check = this.#checks.get(name) ?? (name === 'ping' ? ping : undefined)
    if (check === undefined) return answer(response, 404, { body: '404 page not found\n' })
    const outcome = await this.#run(name, check, request)
    if (outcome.state === 'ok') answer(response, 200, { body: 'ok' })
    else answer(response, 500, { body: 'internal server error: reason withheld\n' })
  }

  async #answerAll(
    query: URLSearchParams,
    request: HttpRequest,
    response: HttpResponse,
  ): Promise<void> {
    const excluded = new Set(query.getAll('exclude'))
    const checks = this.#checks.size === 0 ? [['ping', ping] as const] : [...this.#checks]
    checks.sort(([left], [right]) => (left < right ? -1 : 1))
    const outcomes = await Promise.all(
      checks.map(async ([name, check]): Promise<readonly [string, Outcome]> => {
        if (excluded.delete(name)) return [name, { state: 'excluded' }]
        return [name, await this.#run(name, check, request)]
      }),
    )
    const hasFailed = outcomes.some(([, { state }]) => state === 'failed')
    const isShort = !hasFailed && !query.has('verbose')
    const body = isShort ? 'ok' : this.#report(outcomes, [...excluded])
    answer(response, hasFailed ? 500 : 200, { body })
  }

  #report(outcomes: readonly (readonly [string, Outcome])[], unknown: readonly string[]): string {
    const hasFailed = outcomes.some(([, { state }]) => state === 'failed')
    const name = this.#path.slice(1)
    const lines = outcomes.map(([check, { state, note }]) => {
      return `${outcomeTexts[state](check)}${note === undefined ? '' : `: ${note}`}\n`
    })
    const quoted = unknown.map((each) => JSON.stringify(each)).join(', ')
    if (unknown.length > 0) {
      lines.push(`warn: some health checks cannot be excluded: no matches for ${quoted}\n`)
    }
    return `${lines.join('')}${name} check ${hasFailed ? 'failed' : 'passed'}\n`
  }

  async #run(name: string, check: HealthCheck, request: HttpRequest): Promise<Outcome> {
    try {
      const note = await check(request)
      return typeof note === 'string' ? { state: 'ok', note } : { state: 'ok' }
    } catch (error) {
      this.#logger.warn('health check failed', { probe: this.#path, check: name, error })
      return { state: 'failed' }
    }
  }
}

/** Passes as long as the process answers at all. */
export const ping: HealthCheck = () => undefined

const outcomeTexts: Readonly<Record<Outcome['state'], (check: string) => string>> = {
  ok: (check) => `[+]${check} ok`,
  excluded: (check) => `[+]${check} excluded: ok`,
  failed: (check) => `[-]${check} failed: reason withheld`,
}

function decodeName(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not encoded as it should be: no check has such a name, and the answer is 404.
    return text
  }
}
