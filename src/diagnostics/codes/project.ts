import type { CodeDefinition } from '../code-definition.ts'

export const projectCodes = {} as const satisfies Record<string, CodeDefinition>
