import type { JSONSchemaProps } from '../apimachinery/custom-resource-definition.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { TypeModel } from '../typemodel/model.ts'
import { createContentReader } from './declared-content.ts'
import { Origins } from './origins.ts'
import type { SchemaContext, SchemaSettings, Site } from './schema-context.ts'
import { buildArray, buildTuple } from './types/arrays.ts'
import { brokenSchema } from './types/broken.ts'
import { buildLibraryType } from './types/library-types.ts'
import { buildEnum, buildLiteral } from './types/literals.ts'
import { buildMap } from './types/maps.ts'
import { buildNamed } from './types/named-types.ts'
import { buildObject } from './types/objects.ts'
import { buildPrimitive } from './types/primitives.ts'
import { buildTemplate } from './types/templates.ts'
import { buildUnion } from './types/unions.ts'
import { buildUnsupported } from './types/unsupported.ts'

/*
 * Type model and markers → structural OpenAPI v3 schema.
 *
 * Start reading at `buildSchema`: one function per kind of type, in `types/`. What the markers of a
 * declaration say is laid over the schema of its type by `levels.ts`, marker by marker as the table in
 * `effects/effects.ts` has it, and folded in by `fold.ts`. `build-version.ts` makes a kind's version of
 * a CRD of it, and `checks/` asks of the finished schema what the API server will ask.
 */

/** What the building of schemas shares in one run. `readText` gives the text of a file that a span names. */
export function createSchemaContext(
  sink: DiagnosticSink,
  settings: SchemaSettings,
  readText: (path: string) => string | undefined,
): SchemaContext {
  const context: SchemaContext = {
    sink,
    settings,
    origins: new Origins(),
    finished: new Map(),
    open: [],
    lowestCut: 0,
    cycles: new Set(),
    deferred: [],
    checked: new Map(),
    structured: new WeakSet(),
    build: (type, site) => buildSchema(type, context, site),
    read: createContentReader(sink, settings, readText),
  }
  return context
}

/** The schema of one type as it stands at a site. */
export function buildSchema(type: TypeModel, context: SchemaContext, site: Site): JSONSchemaProps {
  const schema = buildByKind(type, context, site)
  if (type.kind === 'named') return schema
  return context.origins.mark(schema, { span: type.span, subject: site.subject })
}

function buildByKind(type: TypeModel, context: SchemaContext, site: Site): JSONSchemaProps {
  switch (type.kind) {
    case 'primitive':
      return buildPrimitive(type, context, site)
    case 'literal':
      return buildLiteral(type)
    case 'enum':
      return buildEnum(type)
    case 'template':
      return buildTemplate(type, context, site)
    case 'array':
      return buildArray(type, context, site)
    case 'tuple':
      return buildTuple(type, context, site)
    case 'map':
      return buildMap(type, context, site)
    case 'object':
      return buildObject(type, context, site)
    case 'union':
      return buildUnion(type, context, site)
    case 'named':
      return buildNamed(type, context, site)
    case 'library':
      return buildLibraryType(type, context, site)
    case 'unsupported':
      return buildUnsupported(type, context, site)
    case 'error':
      return brokenSchema(type.span, context, site)
  }
}
