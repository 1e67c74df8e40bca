/**
 * Whether two JSON values are equal. A field that is `undefined` is absent. Numbers are compared by value, so 1 and
 * 1n are equal.
 */
export function isJsonEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left === 'bigint' || typeof right === 'bigint') {
    // The only comparison that takes both kinds of number.
    return isNumeric(left) && isNumeric(right) && left == right // oxlint-disable-line eqeqeq
  }
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((each, index) => isJsonEqual(each, right[index]))
    )
  }
  return isJsonObject(left) && isJsonObject(right) && isSameFields(left, right)
}

/** Whether a value is an object with fields. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isNumeric(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

function isSameFields(
  left: Readonly<Record<string, unknown>>,
  right: Readonly<Record<string, unknown>>,
): boolean {
  const names = presentNames(left)
  return (
    names.length === presentNames(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isJsonEqual(left[name], right[name]))
  )
}

function presentNames(fields: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name] !== undefined)
}
