/**
 * The order of keys in the manifests of Kubernetes' tools: letters after everything else, runs of digits
 * by their number, anything else by code point. So a generated file can follow one of controller-gen's
 * with a small difference.
 */
export function compareKeys(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index++) {
    if (left.charCodeAt(index) !== right.charCodeAt(index)) return compareAt(left, right, index)
  }
  return left.length - right.length
}

/** Compares from the first place where the two differ. */
function compareAt(left: string, right: string, index: number): number {
  const start = codePointStart(left, index)
  const leftPoint = left.codePointAt(start) ?? 0
  const rightPoint = right.codePointAt(start) ?? 0
  const leftIsLetter = isLetter(leftPoint)
  const rightIsLetter = isLetter(rightPoint)
  if (leftIsLetter !== rightIsLetter) return leftIsLetter ? 1 : -1
  if (leftIsLetter) return leftPoint - rightPoint
  return compareDigits(left, right, start) || leftPoint - rightPoint
}

/** Where the character begins that holds the unit at `index`. */
function codePointStart(text: string, index: number): number {
  const isTrail = (text.charCodeAt(index) & 0xfc00) === 0xdc00
  return isTrail && index > 0 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800
    ? index - 1
    : index
}

function isLetter(codePoint: number): boolean {
  if (codePoint < 128) return (codePoint | 32) >= 97 && (codePoint | 32) <= 122
  return /^\p{L}$/u.test(String.fromCodePoint(codePoint))
}

/** By the numbers that start here; with leading zeros, by the longer run of digits. */
function compareDigits(left: string, right: string, start: number): number {
  const leftRun = digitRun(left, start)
  const rightRun = digitRun(right, start)
  const lead = hasZero(left, right, start) && followsNonZeroDigit(left, start) ? '1' : ''
  const difference = BigInt(`${lead}${leftRun}` || 0) - BigInt(`${lead}${rightRun}` || 0)
  if (difference !== 0n) return difference < 0n ? -1 : 1
  return leftRun.length - rightRun.length
}

function digitRun(text: string, start: number): string {
  let end = start
  while (isDigit(text.charCodeAt(end))) end++
  return text.slice(start, end)
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57
}

function hasZero(left: string, right: string, index: number): boolean {
  return left.charCodeAt(index) === 48 || right.charCodeAt(index) === 48
}

/** Whether the digits just before hold one that is not zero, so that these continue a number. */
function followsNonZeroDigit(text: string, start: number): boolean {
  for (let index = start - 1; index >= 0 && isDigit(text.charCodeAt(index)); index--) {
    if (text.charCodeAt(index) !== 48) return true
  }
  return false
}
