import type { CodeDefinition } from '../code-definition.ts'

export const schemaCheckCodes = {} as const satisfies Record<string, CodeDefinition>
