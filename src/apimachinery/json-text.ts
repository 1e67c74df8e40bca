/** A run of digits that a double may not hold. */
const longNumber = /\d{16}/

const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * Parses JSON as Kubernetes sends it: an integer that a double cannot hold becomes a `bigint`, so that an object
 * read and written back keeps every digit. Throws a SyntaxError where the text is no JSON.
 */
export function parseJson(text: string): unknown {
  return longNumber.test(text) ? parseExactly(text) : JSON.parse(text)
}

/** Wraps each such integer into a string that starts with a mark which the text does not hold, and unwraps it. */
function parseExactly(text: string): unknown {
  const mark = unusedMark(text)
  const wrapped = text.replace(stringOrNumber, (token) =>
    isExact(token) ? token : `"${mark}${token}"`,
  )
  if (wrapped.length === text.length) return JSON.parse(text)
  return JSON.parse(wrapped, (_name, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  )
}

function unusedMark(text: string): string {
  let mark = 'integer:'
  while (text.includes(mark)) mark = `${mark.slice(0, -1)}~:`
  return mark
}

/** Whether a string, a fraction, or an integer that a double holds. */
function isExact(token: string): boolean {
  return !/^-?\d{16,}$/.test(token) || Number.isSafeInteger(Number(token))
}

/** A value that JSON has no form for, and the path where it stands. */
export class UnwritableValueError extends TypeError {
  override readonly name = 'UnwritableValueError'
  /** `spec.ratio`, `spec.items[2]` */
  readonly path: string

  constructor(path: string, value: unknown) {
    super(`${path || 'the object'} holds ${describe(value)}, which JSON cannot carry`)
    this.path = path
  }
}

function describe(value: unknown): string {
  return typeof value === 'number' ? String(value) : `a ${typeof value}`
}

/**
 * The JSON text of a value whose integers may be `bigint`. Throws `UnwritableValueError` with the field's path
 * for NaN, infinities, functions and symbols in lists, which `JSON.stringify` would turn into null.
 */
export function renderJson(value: unknown): string {
  return hasBigint(value, '') ? renderExactly(value) : JSON.stringify(value)
}

/** Walks the value once: refuses what cannot be written, and tells whether a bigint is in it. */
function hasBigint(value: unknown, path: string): boolean {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new UnwritableValueError(path, value)
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint'
  let found = false
  if (Array.isArray(value)) {
    value.forEach((each, index) => {
      if (typeof each === 'function' || typeof each === 'symbol') {
        throw new UnwritableValueError(`${path}[${index}]`, each)
      }
      found = hasBigint(each, `${path}[${index}]`) || found
    })
    return found
  }
  for (const [name, each] of Object.entries(value)) {
    found = hasBigint(each, path === '' ? name : `${path}.${name}`) || found
  }
  return found
}

function renderExactly(value: unknown): string {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(renderExactly).join(',')}]`
  if ('toJSON' in value && typeof value.toJSON === 'function') return JSON.stringify(value)
  const fields = Object.entries(value)
    .filter(([, each]) => each !== undefined && typeof each !== 'function')
    .map(([name, each]) => `${JSON.stringify(name)}:${renderExactly(each)}`)
  return `{${fields.join(',')}}`
}
