import { copyJson } from './copy-json.ts'
import type { JsonValue } from './json.ts'

/**
 * An object that is read and not changed: every property and every list of `T` is read-only, however deep. Functions,
 * JSON values and values of type `unknown` stay as they are. A `T` is assignable to it.
 */
export type DeepReadonly<T> = { readonly [K in keyof T]: DeepReadonlyPart<T[K]> }

// The tuples keep unions whole: so a generic `T`, too, is assignable to `DeepReadonly<T>`. `JsonValue` extends itself,
// `unknown` and `any`, and its recursion would have no end.
type DeepReadonlyPart<T> = [JsonValue] extends [T]
  ? T
  : [T] extends [((...parameters: never[]) => unknown) | null | undefined]
    ? T
    : DeepReadonly<T>

/** Returns a deep copy of what was read, which may be changed. */
export function mutableCopy<T>(object: DeepReadonly<T>): T {
  // The copy holds what the object holds, and belongs to the caller.
  return copyJson(object) as T
}
