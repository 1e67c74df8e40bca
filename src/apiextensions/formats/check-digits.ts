/*
 * Numbers whose last digit is made of the others.
 */

/** A credit card's number, with any other characters in it. */
export function isCreditCard(text: string): boolean {
  const digits = text.replaceAll(/[^0-9]+/g, '')
  const pattern =
    /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11})$/
  if (!pattern.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = index % 2 === 1 ? Number(digit) * 2 : Number(digit)
    return total + (value >= 10 ? (value % 10) + 1 : value)
  }, 0)
  return sum % 10 === 0
}

/** A book's number of ten digits, the last possibly an X. */
export function isIsbn10(text: string): boolean {
  const digits = withoutSeparators(text)
  if (!/^(?:[0-9]{9}X|[0-9]{10})$/.test(digits)) return false
  const sum = [...digits].reduce((total, digit, index) => {
    const value = digit === 'X' ? 10 : Number(digit)
    return total + (index === 9 ? 10 : index + 1) * value
  }, 0)
  return sum % 11 === 0
}

/** A book's number of thirteen digits. */
export function isIsbn13(text: string): boolean {
  const digits = withoutSeparators(text)
  if (!/^[0-9]{13}$/.test(digits)) return false
  const sum = Array.from(digits.slice(0, 12)).reduce(
    (total, digit, index) => total + (index % 2 === 0 ? 1 : 3) * Number(digit),
    0,
  )
  return Number(digits[12]) === (10 - (sum % 10)) % 10
}

function withoutSeparators(text: string): string {
  return text.replaceAll(/[\t\n\f\r -]+/g, '')
}
