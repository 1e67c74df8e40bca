import type { CodeDefinition } from '../code-definition.ts'

export const kubeCodes = {} as const satisfies Record<string, CodeDefinition>
