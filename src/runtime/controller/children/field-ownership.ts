import type { JsonObject } from '../../../apimachinery/json.ts'
import { member } from '../../../apimachinery/json-members.ts'
import type { ObjectMeta } from '../../../apimachinery/object-meta.ts'
import { isJsonEqual, isJsonObject } from '../json-equality.ts'

type Fields = Readonly<Record<string, unknown>>

/** Fields that name an object rather than belong to a manager. */
const identity = new Set(['apiVersion', 'kind'])

/**
 * Whether an object says everything that is wanted, and the manager owns nothing beyond it: then applying would write
 * nothing. `false` where that is not certain, for instance where the server spells a quantity in another way.
 */
export function isApplied(wanted: object, live: object, fieldManager: string): boolean {
  const owned = ownedFields((live as { metadata?: ObjectMeta }).metadata, fieldManager)
  return owned !== undefined && isContained(wanted, live) && ownsNothingElse(owned, wanted)
}

/** What a manager owns of an object by server-side apply. `undefined` where it is not known. */
function ownedFields(
  metadata: ObjectMeta | undefined,
  fieldManager: string,
): JsonObject | undefined {
  return metadata?.managedFields?.find(
    ({ manager, operation, subresource }) =>
      manager === fieldManager && operation === 'Apply' && !subresource,
  )?.fieldsV1
}

/** Whether each wanted field is there with the wanted value. Lists must be equal in length. */
function isContained(wanted: unknown, live: unknown): boolean {
  if (isJsonObject(wanted)) {
    return (
      isJsonObject(live) &&
      Object.entries(wanted).every(
        ([name, value]) => value === undefined || isContained(value, member(live, name)),
      )
    )
  }
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(live) &&
      wanted.length === live.length &&
      wanted.every((each, index) => isContained(each, live[index]))
    )
  }
  return isJsonEqual(wanted, live)
}

/**
 * Whether every owned field is among the wanted ones. The names are those of the `fieldsV1` format: `f:` a field,
 * `k:` an element of a list by its keys, `v:` an element of a set, `.` the value itself.
 */
function ownsNothingElse(owned: JsonObject, wanted: unknown): boolean {
  return Object.entries(owned).every(([step, below]) => {
    if (step === '.') return true
    const value = follow(step, wanted)
    if (value === undefined) return step.startsWith('f:') && identity.has(step.slice(2))
    return !isJsonObject(below) || ownsNothingElse(below, value)
  })
}

function follow(step: string, value: unknown): unknown {
  const rest = step.slice(2)
  if (step.startsWith('f:')) return isJsonObject(value) ? member(value, rest) : undefined
  if (!Array.isArray(value)) return undefined
  const key: unknown = JSON.parse(rest)
  if (step.startsWith('v:')) return value.find((each) => isJsonEqual(each, key))
  return isJsonObject(key) ? value.find((each) => hasKeys(each, key)) : undefined
}

/** A key that the element leaves out is one that the server fills in, such as a port's protocol. */
function hasKeys(element: unknown, keys: Fields): boolean {
  if (!isJsonObject(element)) return false
  return Object.entries(keys).every(([name, value]) => {
    const own = member(element, name)
    return own === undefined || isJsonEqual(own, value)
  })
}
