/*
 * JSON as Kubernetes carries it: 64-bit integers keep every digit. Numbers that a double holds are plain numbers, and
 * are written as the API server itself writes them, so what is read and written back is the same byte for byte.
 */

/** An integer of fewer digits is held by a double. */
const leastDigits = 16

/**
 * An integer of more digits is read as a double, as the API server reads all that 64 bits cannot hold: the time to make
 * a `bigint` grows faster than its digits.
 */
const mostDigits = 40

/** The beginning of a number that a double may not hold. In a text it mostly follows a quote, and is none. */
const longNumber = /(?:^|[-:,[\s])\d{16}/

const anyNumber = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

const longInteger = new RegExp(`^-?\\d{${leastDigits},${mostDigits}}$`)

/**
 * Parses JSON as Kubernetes sends it: an integer that a double cannot hold becomes a `bigint`, so that an object
 * read and written back keeps every digit. `__proto__` is a name like any other. Takes time in proportion to the text,
 * whatever it holds. Throws a SyntaxError where the text is no JSON.
 */
export function parseJson(text: string): unknown {
  return longNumber.test(text) ? parseExactly(text) : JSON.parse(text)
}

/** Wraps each such integer into a string that starts with a mark which no string of the text has, and unwraps it. */
function parseExactly(text: string): unknown {
  const plain: unknown = JSON.parse(text)
  const mark = newMark()
  const wrapped = wrapLongIntegers(text, mark)
  return wrapped === text ? plain : unwrap(JSON.parse(wrapped), mark)
}

/** Random, so that no sender can know it: a text that held it by chance is as likely as a guessed key. */
function newMark(): string {
  const [a, b] = crypto.getRandomValues(new BigUint64Array(2))
  return `${a}:${b}:`
}

/**
 * Puts integers in the place of the marked strings. A reviver would do the same in thrice the time, and recursion ends
 * with the stack.
 */
function unwrap(value: unknown, mark: string): unknown {
  const root: Record<string, unknown> = { value }
  const open: (unknown[] | Record<string, unknown>)[] = [root]
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (Array.isArray(each)) {
      for (let at = 0; at < each.length; at++) each[at] = unwrapOne(each[at], mark, open)
    } else {
      // Every key is an own one: assigning cannot reach a setter, not even that of `__proto__`.
      for (const key in each) each[key] = unwrapOne(each[key], mark, open)
    }
  }
  return root['value']
}

function unwrapOne(
  value: unknown,
  mark: string,
  open: (unknown[] | Record<string, unknown>)[],
): unknown {
  if (typeof value === 'string') {
    return value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value
  }
  if (typeof value === 'object' && value !== null) open.push(value as Record<string, unknown>)
  return value
}

/** Goes over what stands between the strings of a text that is known to be JSON. */
function wrapLongIntegers(text: string, mark: string): string {
  const parts: string[] = []
  let copied = 0
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at)
    const end = quote < 0 ? text.length : quote
    // Between most strings there are only a few signs.
    const between = end - at < leastDigits ? '' : text.slice(at, end)
    if (longNumber.test(between)) {
      const wrap = (token: string): string => (isExact(token) ? token : `"${mark}${token}"`)
      parts.push(text.slice(copied, at), between.replace(anyNumber, wrap))
      copied = end
    }
    at = quote < 0 ? end : endOfString(text, quote)
  }
  return copied === 0 ? text : parts.join('') + text.slice(copied)
}

/** The index after the closing quote of the string that opens at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ;) {
    const quote = text.indexOf('"', at)
    let backslashes = 0
    while (text[quote - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return quote + 1
    at = quote + 1
  }
}

/** Whether a fraction, or an integer that is read as a double. */
function isExact(token: string): boolean {
  return !longInteger.test(token) || Number.isSafeInteger(Number(token))
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
  if (typeof value === 'number') return String(value)
  return value === undefined ? 'no value' : `a ${typeof value}`
}

/**
 * The JSON text of a value whose integers may be `bigint`. Throws `UnwritableValueError` with the field's path
 * for what `JSON.stringify` would turn into null: NaN, infinities, and functions, symbols and holes in lists.
 */
export function renderJson(value: unknown): string {
  return isPlain(value) ? JSON.stringify(value) : renderExactly(value, '')
}

/** What stands for itself in JSON's strings, and is folded, dropped or refused in YAML's. */
const unsafeInYaml = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

/**
 * The same text, such that a reader of YAML reads the same value: the API server takes the bodies of server-side apply
 * for YAML whatever they are.
 */
export function renderJsonForYaml(value: unknown): string {
  return renderJson(value).replace(
    unsafeInYaml,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Whether `JSON.stringify` writes the value as it is. Builds no paths, since nearly every value is plain. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean'
  if (value === null) return true
  if (Array.isArray(value)) {
    for (const each of value) if (!isPlain(each)) return false
    return true
  }
  for (const each of Object.values(value)) {
    if (!isPlain(each) && !isLeftOut(each)) return false
  }
  return true
}

/** A field whose value is none. */
function isLeftOut(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol'
}

function renderExactly(value: unknown, path: string): string {
  if (typeof value === 'bigint') return value.toString()
  if (Object.is(value, -0)) return '-0'
  if (typeof value !== 'object' || value === null) {
    if (!isPlain(value)) throw new UnwritableValueError(path, value)
    return JSON.stringify(value)
  }
  if (Array.isArray(value)) {
    return `[${Array.from(value, (each, index) => renderExactly(each, `${path}[${index}]`)).join(',')}]`
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return renderExactly(value.toJSON(), path)
  }
  const fields = Object.entries(value)
    .filter(([, each]) => !isLeftOut(each))
    .map(([name, each]) => `${JSON.stringify(name)}:${renderExactly(each, joinPath(path, name))}`)
  return `{${fields.join(',')}}`
}

/** `spec.replicas`, and `metadata.annotations[example.org/note]` for a name that is no word. */
function joinPath(path: string, name: string): string {
  if (!/^[A-Za-z_][\w-]*$/.test(name)) return `${path}[${name}]`
  return path === '' ? name : `${path}.${name}`
}
