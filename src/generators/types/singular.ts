import { pluralize } from '../../apimachinery/plural.ts'

/** What may stand in place of an ending of a plural. */
const endings: readonly (readonly [RegExp, string])[] = [
  [/ies$/, 'y'],
  [/ves$/, 'f'],
  [/es$/, ''],
  [/s$/, ''],
]

/** One of what a list is called after: `ports` → `port`. A word that is no plural stays as it is. */
export function singularOf(name: string): string {
  const plural = name.toLowerCase()
  for (const [ending, replacement] of endings) {
    const singular = name.replace(ending, replacement)
    if (singular !== name && singular.length > 1 && pluralize(singular) === plural) return singular
  }
  return name
}
