import type { CustomResourceDefinitionVersion } from '../../apimachinery/custom-resource-definition.ts'
import { DiagnosticSink } from '../../diagnostics/sink.ts'
import { createSchemaContext } from '../../schema/build-schema.ts'
import { checkPath } from '../../schema/kind/path-checks.ts'
import { columnPath } from '../../schema/kind/printer-columns.ts'
import { scalePaths } from '../../schema/kind/subresources.ts'

const nowhere = { path: '', start: 0, end: 0 }

const settings = { insideProject: false, embeddedMetadata: false, foreignPrefixes: [] }

/**
 * Whether a path of the version leads nowhere in its schema, or to a value of another type. The API server
 * does not look; kops does, so that such a definition has to say that it is meant.
 */
export function hasLoosePaths(version: CustomResourceDefinitionVersion): boolean {
  const { additionalPrinterColumns = [], subresources, schema } = version
  const { scale } = subresources ?? {}
  const uses = [
    ...additionalPrinterColumns.map((column) => columnPath(column, nowhere)),
    ...(scale === undefined ? [] : scalePaths(scale, () => nowhere)),
  ]
  if (uses.length === 0) return false
  const sink = new DiagnosticSink()
  const context = createSchemaContext(sink, settings, () => undefined)
  for (const use of uses) checkPath(use, schema.openAPIV3Schema, context)
  return sink.diagnostics.length > 0
}
