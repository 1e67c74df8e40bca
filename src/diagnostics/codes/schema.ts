import type { CodeDefinition } from '../code-definition.ts'
import { schemaCheckCodes } from './schema-checks.ts'
import { schemaKindCodes } from './schema-kinds.ts'
import { schemaMarkerCodes } from './schema-markers.ts'
import { schemaTypeCodes } from './schema-types.ts'

export const schemaCodes = {
  ...schemaTypeCodes,
  ...schemaMarkerCodes,
  ...schemaCheckCodes,
  ...schemaKindCodes,
} as const satisfies Record<string, CodeDefinition>
