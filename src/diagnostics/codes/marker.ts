import type { CodeDefinition } from '../code-definition.ts'

export const markerCodes = {} as const satisfies Record<string, CodeDefinition>
