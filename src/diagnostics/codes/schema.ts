import type { CodeDefinition } from '../code-definition.ts'

export const schemaCodes = {} as const satisfies Record<string, CodeDefinition>
