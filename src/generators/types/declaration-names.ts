import type { PlannedDeclaration } from './planned-type.ts'

/*
 * Names of declarations: the kind and the last word of the way that leads there, and as many words more
 * as it takes to be the only one of its name in the folder.
 */

/** Names declarations of one kind; `taken` has the names of the folder and gets the new ones. */
export function nameDeclarations(
  kind: string,
  declarations: readonly PlannedDeclaration[],
  taken: Set<string>,
): Map<PlannedDeclaration, string> {
  const names = new Map<PlannedDeclaration, string>()
  const prefix = toPascalCase(kind)
  const shallowFirst = declarations.toSorted((left, right) => depthOf(left) - depthOf(right))
  for (const declaration of shallowFirst) {
    const name = firstFree(candidates(prefix, declaration.uses), taken)
    taken.add(name)
    names.set(declaration, name)
  }
  return names
}

function depthOf({ uses }: PlannedDeclaration): number {
  return Math.min(...uses.map((use) => use.length))
}

/** The names that a declaration may have, the best first. */
function candidates(kind: string, uses: readonly (readonly string[])[]): string[] {
  const ways = uses.map((use) => use.map(toPascalCase))
  const [first = []] = ways.toSorted((left, right) => left.length - right.length)
  const shared = sharedEnding(ways.map((way) => wordsOf(way.at(-1) ?? '')))
  const suffixes = first.map((_, index) => first.slice(first.length - 1 - index).join(''))
  return [...(shared === '' ? [] : [shared]), ...suffixes].map((suffix) => `${kind}${suffix}`)
}

function firstFree(names: readonly string[], taken: ReadonlySet<string>): string {
  const free = names.find((name) => !taken.has(name))
  if (free !== undefined) return free
  const longest = names.at(-1) ?? 'Part'
  let number = 2
  while (taken.has(`${longest}${number}`)) number += 1
  return `${longest}${number}`
}

/** The words that all end in, as one. */
function sharedEnding(names: readonly (readonly string[])[]): string {
  const [first = [], ...others] = names
  let length = 0
  while (
    length < first.length &&
    others.every((words) => words.at(-1 - length) === first.at(-1 - length))
  ) {
    length += 1
  }
  return first.slice(first.length - length).join('')
}

function wordsOf(name: string): string[] {
  return name.match(/[A-Z]+(?![a-z])|[A-Z][a-z]*|\d+|[a-z]+/g) ?? []
}

/** `source_labels` → `SourceLabels`: an identifier made of a name of any characters. */
function toPascalCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return joined === '' ? 'Field' : joined
}
