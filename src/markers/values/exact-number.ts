const decimal = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/

/**
 * A decimal number with all its digits: an integer that a double might change is a `bigint`.
 * `undefined` where the text is no decimal number or lies beyond what a double spans.
 */
export function parseExactNumber(text: string): number | bigint | undefined {
  const match = decimal.exec(text)
  if (match === null) return undefined
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = match
  if (whole === '' && fraction === '') return undefined
  const value = Number(text)
  if (!Number.isFinite(value)) return undefined
  const digits = whole + fraction.replace(/0+$/, '')
  const shift = Number(exponentText) - (digits.length - whole.length)
  const isWritable = Math.abs(value) <= Number.MAX_SAFE_INTEGER || digits.length <= 15
  if (isWritable || shift < 0) return value === 0 ? 0 : value
  const integer = BigInt(digits) * 10n ** BigInt(shift)
  return sign === '-' ? -integer : integer
}
