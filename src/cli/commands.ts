import type { CommandDefinition } from './command.ts'

/** Every command, in the order of `kops --help`. A command's own row stands in `src/cli/commands/<name>.definition.ts`. */
export const commands: readonly CommandDefinition[] = []
