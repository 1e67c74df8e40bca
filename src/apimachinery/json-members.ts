/*
 * Members of JSON objects by names that others choose. Every object has `constructor`, `toString` and `__proto__` from
 * Object.prototype: read and written by a bare index they would be found where they are not, or be lost.
 */

/** Returns a member that the object itself has. */
export function member<Value>(
  fields: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined
}

/** Sets a member of the object itself, whatever its name. */
export function setMember(fields: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(fields, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    })
  } else fields[name] = value
}
