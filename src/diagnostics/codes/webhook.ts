import type { CodeDefinition } from '../code-definition.ts'

export const webhookCodes = {} as const satisfies Record<string, CodeDefinition>
