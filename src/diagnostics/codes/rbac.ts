import type { CodeDefinition } from '../code-definition.ts'

export const rbacCodes = {} as const satisfies Record<string, CodeDefinition>
