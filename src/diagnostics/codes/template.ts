import type { CodeDefinition } from '../code-definition.ts'

export const templateCodes = {} as const satisfies Record<string, CodeDefinition>
