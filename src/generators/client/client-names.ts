import { groupBy } from './group-by.ts'

/**
 * A short name for each group: its first label, or the whole group where several begin alike. It is also the name
 * of the group's folder.
 */
export function groupNames(groups: ReadonlySet<string>): ReadonlyMap<string, string> {
  const byLabel = groupBy(groups, (group) => group.split('.')[0] ?? group)
  return new Map(
    [...byLabel].flatMap(([label, several]) =>
      several.map((group): [string, string] => [group, several.length === 1 ? label : group]),
    ),
  )
}

/** How the objects of a kind are reached: `HTTPRoute` and `httproutes` → `httpRoutes`. */
export function accessorName(kind: string, plural: string): string {
  const singular = lowerFirst(kind)
  let same = 0
  while (same < singular.length && singular[same]?.toLowerCase() === plural[same]) same += 1
  const rest = plural.slice(same).split('-')
  return (
    singular.slice(0, same) + rest.map((word, at) => (at === 0 ? word : upperFirst(word))).join('')
  )
}

/** `Network` → `network`, `HTTPRoute` → `httpRoute`, `API` → `api`. */
export function lowerFirst(name: string): string {
  return name.replace(/^(?:[A-Z]+(?![a-z])|[A-Z])/, (start) => start.toLowerCase())
}

export function upperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
