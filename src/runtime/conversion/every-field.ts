/** The fields of a type, all of them: an optional one may be `undefined`, but not be left out. */
export type EveryField<T> = {
  [Field in keyof T]-?: undefined extends T[Field] ? T[Field] | undefined : T[Field]
}

/**
 * The object with these fields, less those that are `undefined`. It promises the compiler that each field of the type
 * is named: a conversion written with it does not compile any more once the type has a field that it forgets.
 */
export function everyField<T extends object>(fields: EveryField<T>): T {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined)
  // Only fields that may be absent can be undefined.
  return Object.fromEntries(present) as T
}
