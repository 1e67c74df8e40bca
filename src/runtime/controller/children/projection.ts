import { createHash } from 'node:crypto'
import { isJsonObject } from '../json-equality.ts'

/**
 * What an object says about the fields that another one names: the values as the server spells them. Lists are taken
 * whole, since what stands in them beside the wanted elements matters too.
 */
export function project(live: unknown, wanted: unknown): unknown {
  if (!isJsonObject(wanted) || !isJsonObject(live)) return live
  return Object.fromEntries(
    Object.keys(wanted)
      .filter((name) => wanted[name] !== undefined && Object.hasOwn(live, name))
      .map((name) => [name, project(live[name], wanted[name])]),
  )
}

/** A short text that is equal for equal values, whatever the order of their fields. */
export function fingerprint(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value, inOrder) ?? '')
    .digest('base64')
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `integer ${value}`
  if (!isJsonObject(value)) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, value[name]]))
}
