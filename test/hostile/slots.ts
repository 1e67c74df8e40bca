import type { JsonValue } from '../../src/apimachinery/json.ts'

/** A place of a value where a string stands: a value, or the key of a map whose keys are anyone's choice. */
export interface Slot {
  /** `spec.versions.0.name`; the key of a map is followed by `~`. */
  readonly path: string
  /** The whole value with another string there. */
  readonly fill: (text: string) => JsonValue
}

/** Every string of a value. Keys count only in the objects that `isMap` names by their path. */
export function listSlots(value: JsonValue, isMap: (path: string) => boolean): Slot[] {
  return collect(value, { path: [], rebuild: (part) => part, isMap })
}

interface Walk {
  readonly path: readonly string[]
  /** The whole value with another part here. */
  readonly rebuild: (part: JsonValue) => JsonValue
  readonly isMap: (path: string) => boolean
}

function collect(value: JsonValue, { path, rebuild, isMap }: Walk): Slot[] {
  if (typeof value === 'string') return [{ path: path.join('.'), fill: rebuild }]
  if (Array.isArray(value)) {
    return value.flatMap((member: JsonValue, index) =>
      collect(member, {
        path: [...path, String(index)],
        rebuild: (part) => rebuild(value.with(index, part)),
        isMap,
      }),
    )
  }
  if (typeof value !== 'object' || value === null) return []
  const entries = Object.entries(value)
  return entries.flatMap(([key, member], index) => {
    const at = [...path, key]
    const replace = (entry: readonly [string, JsonValue]): JsonValue =>
      rebuild(Object.fromEntries(entries.with(index, [...entry])))
    const inner = collect(member, { path: at, rebuild: (part) => replace([key, part]), isMap })
    if (!isMap(path.join('.'))) return inner
    const own = { path: `${at.join('.')}~`, fill: (text: string) => replace([text, member]) }
    return [own, ...inner]
  })
}

/** Puts a text into several slots at once. Keys of one map stay apart by a number. */
export function fillSlots(
  value: JsonValue,
  paths: readonly string[],
  { text, isMap }: { readonly text: string; readonly isMap: (path: string) => boolean },
): JsonValue {
  // A key changes the paths of what is below it: values go first, then keys from the innermost out.
  const order = paths.toSorted((left, right) => rankOf(left) - rankOf(right))
  const counts = new Map<string, number>()
  return order.reduce<JsonValue>((filled, path) => {
    const slot = listSlots(filled, isMap).find((each) => each.path === path)
    if (slot === undefined) throw new Error(`there is no slot ${path}`)
    if (!path.endsWith('~')) return slot.fill(text)
    const parent = path.slice(0, path.lastIndexOf('.'))
    const count = counts.get(parent) ?? 0
    counts.set(parent, count + 1)
    return slot.fill(count === 0 ? text : `${text}${count}`)
  }, value)
}

function rankOf(path: string): number {
  return path.endsWith('~') ? 1000 - path.split('.').length : 0
}
