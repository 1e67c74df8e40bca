import { toWellFormed } from '../apimachinery/well-formed-text.ts'

/*
 * How a string of one line is written: plain where every reader takes it for that string, else quoted.
 * Kubernetes' tools read YAML 1.1, most others 1.2; what either takes for another type is quoted.
 */

/** Words that YAML 1.1 or 1.2 reads as null, a boolean, a merge key or a default value. */
const reservedWord = /^(?:|~|null|true|false|yes|no|on|off|y|n|=|<<|\.)$/i

/** Integers of any base, floats, infinities, base-60 numbers and dates. */
const numberLike = new RegExp(
  [
    String.raw`^[-+]?(?:`,
    String.raw`0[xXoObB][\da-fA-F_]+(?:\.[\da-fA-F_]*)?(?:[pP][-+]?\d*)?`,
    String.raw`|[\d_]*\.?[\d_]*(?:[eE][-+]?[\d_]*)?`,
    String.raw`|\d[\d_]*(?::[\d_]+)+(?:\.[\d_]*)?`,
    String.raw`|\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)`,
    String.raw`)$`,
    String.raw`|^\d{4}-\d\d?-\d\d?(?:$|[Tt\s])`,
  ].join(''),
)

/** `yaml` takes even `e9` for a number. */
const mayBeNumber = /^[-+.\d]|^[eE][-+]?\d/

/** Strings that no indicator, blank or special character keeps from standing plain. */
const safePlain = /^(?!\.\.\.)[\w./$^(\\;~+<=][\w./$^(\\;~+<=)-]*$/

/** An indicator at the start, or something inside that ends a plain scalar. */
const needsQuotes = /^[,[\]{}#&*!|>'"%@`\s]|^[-?:](?:\s|$)|^(?:---|\.\.\.)|:(?:\s|$)|\s#|\s$/

/** What has no form but an escape, or would be taken for a line end; a lone surrogate among them. */
const needsEscape =
  // oxlint-disable-next-line no-control-regex -- the characters that YAML has no plain form for
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

const onlyPrintableAscii = /^[ -~]*$/

/** A string without line feeds, in the shortest form that every reader takes for it. */
export function renderPlainOrQuoted(text: string): string {
  const isOrdinary = safePlain.test(text)
  if (!isOrdinary && !onlyPrintableAscii.test(text) && needsEscape.test(text)) {
    return renderDoubleQuoted(text)
  }
  if (reservedWord.test(text) || (mayBeNumber.test(text) && numberLike.test(text))) {
    return `"${text}"`
  }
  return !isOrdinary && needsQuotes.test(text) ? `'${text.replaceAll("'", "''")}'` : text
}

/** JSON's escapes, which YAML shares, and those that only YAML needs. Go's YAML refuses a file with half a surrogate pair. */
export function renderDoubleQuoted(text: string): string {
  return JSON.stringify(toWellFormed(text)).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => String.raw`\u` + character.charCodeAt(0).toString(16).padStart(4, '0'),
  )
}

const keyCache = new Map<string, string>()

/** Readers give up on a key that is longer than this and not marked with `?`. */
const longestImplicitKey = 128

/** A key of a mapping, up to its colon; `start` is the line feed and indentation that it stands after. */
export function renderKey(key: string, start: string): string {
  if (key.length > longestImplicitKey) return '? ' + renderDoubleOrPlain(key) + start
  const known = keyCache.get(key)
  if (known !== undefined) return known
  const rendered = renderDoubleOrPlain(key)
  if (keyCache.size < 10_000) keyCache.set(key, rendered)
  return rendered
}

function renderDoubleOrPlain(key: string): string {
  return key.includes('\n') ? renderDoubleQuoted(key) : renderPlainOrQuoted(key)
}
