import type { JsonValue } from '../../src/apimachinery/json.ts'
import { renderJson } from '../../src/apimachinery/json-text.ts'

/** The first place where two values differ, as a line for people; undefined where they are equal. */
export function firstDifference(
  left: JsonValue | undefined,
  right: JsonValue | undefined,
  path = '',
): string | undefined {
  if (left === right) return undefined
  if (!isStructure(left) || !isStructure(right) || Array.isArray(left) !== Array.isArray(right)) {
    return `${path}: ${show(left)} became ${show(right)}`
  }
  const [before, after] = [new Map(entries(left)), new Map(entries(right))]
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const own = /^[A-Za-z_$][\w$-]*$/.test(key) ? `${path}.${key}` : `${path}[${key}]`
    const found = firstDifference(before.get(key), after.get(key), own)
    if (found !== undefined) return found
  }
  return undefined
}

function isStructure(value: JsonValue | undefined): value is JsonValue & object {
  return typeof value === 'object' && value !== null
}

function entries(value: JsonValue & object): [string, JsonValue][] {
  return Object.entries(value)
}

function show(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing'
  const text = renderJson(value)
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}
