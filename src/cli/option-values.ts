import type { OptionValues } from './command.ts'

/** The text that an option was given. */
export function textOption(options: OptionValues, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** What `--name`, `--name=true`, `--name=false` and `--no-name` say; undefined where none was given. */
export function booleanOption(options: OptionValues, name: string): boolean | undefined {
  const value = options[name]
  if (value === undefined) return undefined
  return value === true || value === 'true'
}
