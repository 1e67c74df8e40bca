/** `2026-01-31`: a day that there is. */
export function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  const [first, last] = [1, daysOf(Number(year), Number(month))]
  return day !== '' && Number(day) >= first && Number(day) <= last
}

function daysOf(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

/** A date, a `t`, a time of day and a zone; seconds may have a fraction. */
export function isDateTime(text: string): boolean {
  const [date = '', time] = text.toLowerCase().split('t')
  if (text.length < 4 || time === undefined || !isDate(date)) return false
  const pattern = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$/u
  const [, hours = '24', minutes = '60', seconds = '60'] = pattern.exec(time) ?? []
  return hours <= '23' && minutes <= '59' && seconds <= '59'
}

const nanoseconds: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  '\u00b5s': 1e3,
  '\u03bcs': 1e3,
  ms: 1e6,
  s: 1e9,
  m: 6e10,
  h: 3.6e12,
}

/** Units as Scala writes them: of each the last name may go on. */
const words: readonly (readonly string[])[] = [
  ['ns', 'nano'],
  ['us', '\u00b5s', 'micro'],
  ['ms', 'milli'],
  ['s', 'sec'],
  ['m', 'min'],
  ['h', 'hr', 'hour'],
  ['d', 'day'],
  ['w', 'wk', 'week'],
]

/** A duration of Go, such as `1h30m`, or one of Scala, such as `2 days`. */
export function isDuration(text: string): boolean {
  return isGoDuration(text) || isScalaDuration(text)
}

function isGoDuration(text: string): boolean {
  const [, unsigned = ''] = /^[+-]?(.*)$/s.exec(text) ?? []
  if (unsigned === '0') return true
  const part = /(\d+\.?\d*|\.\d+)(ns|us|\u00b5s|\u03bcs|ms|s|m|h)/y
  let total = 0
  while (part.lastIndex < unsigned.length) {
    const [, amount = '', unit = ''] = part.exec(unsigned) ?? []
    if (unit === '') return false
    total += Number(amount) * (nanoseconds[unit] ?? 0)
  }
  return unsigned !== '' && total < 2 ** 63
}

function isScalaDuration(text: string): boolean {
  const found = [...text.matchAll(/(\d+)[\t\n\f\r ]*([A-Za-z\u00b5]+)/g)]
  const areWhole = found.every(([, amount = '']) => BigInt(amount) < 2n ** 63n)
  return areWhole && found.some(([, , unit = '']) => isUnit(unit.toLowerCase()))
}

function isUnit(unit: string): boolean {
  return words.some((names) => names.includes(unit) || unit.startsWith(names.at(-1) ?? unit))
}
