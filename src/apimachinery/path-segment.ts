/*
 * The API server decodes a URL's path before it routes the request: `a%2Fb` is two segments for it. So a name that holds
 * a slash addresses another object than the one it was meant for. client-go refuses the same names.
 */

/** A name, a namespace or another part of a URL path that the API server would not read as one segment. */
export class PathSegmentError extends TypeError {
  override readonly name = 'PathSegmentError'
  /** The refused text. */
  readonly value: unknown

  constructor(message: string, value: unknown) {
    super(message)
    this.value = value
  }
}

const mayNotBe: readonly string[] = ['.', '..']
const mayNotContain = ['/', '%'] as const

/** What keeps a text from being one segment of a URL path, in the API server's phrases; undefined where nothing does. */
export function findPathSegmentProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return `must be a string, got ${describeType(value)}`
  if (value === '') return 'may not be empty'
  if (mayNotBe.includes(value)) return `may not be '${value}'`
  const sign = mayNotContain.find((each) => value.includes(each))
  if (sign !== undefined) return `may not contain '${sign}'`
  return loneSurrogate.test(value) ? 'may not contain half a character' : undefined
}

/** UTF-8 has no form for it. */
const loneSurrogate = /\p{Surrogate}/u

/**
 * The text as one segment of a URL path, percent-encoded. Throws `PathSegmentError` where the API server would read
 * something else; `what` names the part: `the name of a ConfigMap`.
 */
export function pathSegment(what: string, value: unknown): string {
  checkPathSegment(what, value)
  return encodeURIComponent(value)
}

/** Throws `PathSegmentError` where a value cannot be one segment of a URL path. */
export function checkPathSegment(what: string, value: unknown): asserts value is string {
  const problem = findPathSegmentProblem(value)
  if (problem === undefined) return
  const shown = typeof value === 'string' ? `\`${value.slice(0, longestShown)}\`` : ''
  throw new PathSegmentError(
    `invalid ${[what, shown].filter(Boolean).join(' ')}: it ${problem}`,
    value,
  )
}

const longestShown = 300

/** A segment that a server drops or climbs with, or a sign that it decodes to a slash or to another encoding. */
const ambiguous = /\/(?:\.|%2e){1,2}(?:\/|$)|%(?:2f|25|5c)|[\\#\s]/i

/**
 * Throws `PathSegmentError` where the API server would route a path in another way than it reads. `path` begins with a
 * slash, and may end with a query.
 */
export function checkRequestPath(path: string): void {
  const query = path.indexOf('?')
  const [found] = ambiguous.exec(query < 0 ? path : path.slice(0, query)) ?? []
  if (found === undefined && path.startsWith('/')) return
  const reason =
    found === undefined ? 'it does not begin with a slash' : `it may not contain '${found}'`
  throw new PathSegmentError(`invalid path \`${path.slice(0, longestShown)}\`: ${reason}`, path)
}

function describeType(value: unknown): string {
  return value === undefined || value === null ? 'none' : `a ${typeof value}`
}
