/**
 * Flags of a program by name, without the dashes. A list repeats the flag; `null` leaves out one that
 * kops would set.
 */
export type ProgramFlags = Readonly<
  Record<string, string | number | boolean | readonly string[] | null>
>

/** The command line for flags, those of `overrides` in place of those of the same name. */
export function renderFlags(defaults: ProgramFlags, overrides: ProgramFlags = {}): string[] {
  return Object.entries({ ...defaults, ...overrides }).flatMap(([name, value]) => {
    if (value === null) return []
    return Array.isArray(value)
      ? value.map((each) => `--${name}=${each}`)
      : [`--${name}=${String(value)}`]
  })
}
