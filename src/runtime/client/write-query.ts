import type { ApplyOptions } from './client.ts'
import { renderQuery } from './paths.ts'

/** The query of a write. */
export function writeQuery(options: ApplyOptions, fieldManager: string): string {
  return renderQuery({
    dryRun: options.dryRun ? 'All' : undefined,
    fieldManager: options.fieldManager ?? fieldManager,
    fieldValidation: options.fieldValidation,
    force: options.force,
  })
}
