import type { OptionDefinition } from '../command.ts'

/** Options that `kops manifests` and `kops generate` share. */
export const sourceOptions: readonly OptionDefinition[] = [
  {
    flags: '--paths <path...>',
    description: 'folders or globs to read instead of the files of the tsconfig',
  },
  {
    flags: '--tsconfig <file>',
    description: 'the tsconfig that names the files; `tsconfig.json` by default',
  },
]

export const headerOptions: readonly OptionDefinition[] = [
  {
    flags: '--header-file <file>',
    description: 'a text, such as a licence, that each file begins with',
  },
  { flags: '--year <year>', description: 'what stands for YEAR in that text' },
]

export const runOptions: readonly OptionDefinition[] = [
  {
    flags: '--check',
    description: 'write nothing; show what is stale as a diff, and exit with 1 if anything is',
  },
  { flags: '--dry-run', description: 'write nothing; print the files' },
  {
    flags: '--format <format>',
    description: 'how problems are shown',
    choices: ['text', 'json', 'github'],
  },
  { flags: '--max-warnings <number>', description: 'exit with 1 if there are more warnings' },
]

/** `jsonSchemas` → `json-schemas`. */
export function optionName(setting: string): string {
  return setting.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
