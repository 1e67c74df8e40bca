/** Freezes a JSON value and everything in it. It runs over each object that is stored, so it makes no lists of values. */
export function deepFreeze<T>(value: T): T {
  if (!isContainer(value) || Object.isFrozen(value)) return value
  if (Array.isArray(value)) for (const each of value) deepFreeze(each)
  else for (const key in value) deepFreeze(value[key])
  return Object.freeze(value)
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
