import { member, setMember } from '../../apimachinery/json-members.ts'
import { isJsonEqual, isJsonObject } from './json-equality.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * The JSON merge patch (RFC 7386) that turns one object into another: changed fields, and `null` for those that are
 * gone. Lists are replaced whole. `undefined` where nothing changed.
 */
export function createMergePatch(
  before: Fields,
  after: Fields,
): Record<string, unknown> | undefined {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const patch: Record<string, unknown> = {}
  for (const name of names) {
    const [old, wanted] = [member(before, name), member(after, name)]
    if (isJsonEqual(old, wanted)) continue
    const change =
      isJsonObject(old) && isJsonObject(wanted)
        ? (createMergePatch(old, wanted) ?? {})
        : (wanted ?? null)
    setMember(patch, name, change)
  }
  return Object.keys(patch).length === 0 ? undefined : patch
}
