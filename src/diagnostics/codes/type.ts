import type { CodeDefinition } from '../code-definition.ts'

export const typeCodes = {} as const satisfies Record<string, CodeDefinition>
