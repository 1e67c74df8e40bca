import { nameDistance, nearestNames } from '../diagnostics/nearest-names.ts'
import { findMarker, markerDefinitions } from './definitions.ts'
import type { MarkerDefinition } from './marker.ts'

/** A marker's row and where its arguments begin. */
export interface ResolvedName {
  readonly definition: MarkerDefinition
  /** As written, `+` included. */
  readonly written: string
  /** Offset of what follows the name, or of the first argument's name. */
  readonly rest: number
  /** `:argument=…` follows the name. */
  readonly isNamed: boolean
}

/** A name that is none of the table, with those that may be meant. */
export interface UnresolvedName {
  readonly written: string
  readonly suggestions: readonly string[]
  /** Set where the name but for its last segment is a marker that takes no named arguments. */
  readonly strayArgument?: { readonly definition: MarkerDefinition; readonly argument: string }
}

/**
 * Finds the row that the text of a marker names. The full name is tried first, then the name without
 * its last segment, which is then the name of the first argument.
 */
export function resolveName(text: string): ResolvedName | UnresolvedName {
  const full = /^\+[^\s=(]+/.exec(text)?.[0].slice(1) ?? ''
  const definition = findMarker(full)
  const rest = full.length + 1
  if (definition !== undefined) return { definition, written: `+${full}`, rest, isNamed: false }
  const colon = full.lastIndexOf(':')
  const head = full.slice(0, Math.max(colon, 0))
  const owner = findMarker(head)
  if (owner === undefined) return suggest(full, head)
  const hasValue = /^\s*=/.test(text.slice(rest))
  if (hasValue && full.endsWith(':') && takesOneValue(owner)) {
    return { definition: owner, written: `+${head}`, rest, isNamed: false }
  }
  const near = nearestNames(full, allNames).filter((name) => nameDistance(full, name) === 1)
  if (!hasValue && near.length > 0) return { written: full, suggestions: near }
  if (takesNames(owner) && !full.endsWith(':')) {
    return { definition: owner, written: `+${head}`, rest: colon + 2, isNamed: true }
  }
  if (near.length > 0) return { written: full, suggestions: near }
  return unresolvedUnder(full, owner)
}

/** `MinLength:bogus=3`, `genclient:foo`: the name but for its last segment is a marker. */
function unresolvedUnder(full: string, owner: MarkerDefinition): UnresolvedName {
  const argument = full.slice(owner.name.length + 1)
  const isStray = argument !== '' && takesOneValue(owner)
  return {
    written: full,
    suggestions: suggest(full, '').suggestions,
    ...(isStray ? { strayArgument: { definition: owner, argument } } : {}),
  }
}

const allNames = markerDefinitions.map(({ name }) => name)
const namesWithArguments = markerDefinitions.filter(takesNames).map(({ name }) => name)

function takesOneValue({ arguments: [first] }: MarkerDefinition): boolean {
  return first?.name === ''
}

function takesNames({ arguments: all }: MarkerDefinition): boolean {
  return all.some(({ name }) => name !== '')
}

/** The nearest names of the full name and of the name without its last segment, which may be an argument. */
function suggest(full: string, head: string): UnresolvedName {
  const readings = [
    { written: full, names: allNames },
    { written: head, names: head === '' ? [] : namesWithArguments },
  ].map(({ written, names }) => {
    const suggestions = nearestNames(written, names)
    const [first] = suggestions
    const distance = first === undefined ? Infinity : nameDistance(written, first)
    return { written, suggestions, distance }
  })
  const least = Math.min(...readings.map(({ distance }) => distance))
  const best = readings.filter(({ distance }) => distance === least && distance < Infinity)
  return {
    written: best[0]?.written ?? full,
    suggestions: [...new Set(best.flatMap(({ suggestions }) => suggestions))].sort(),
  }
}
