import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { UnsupportedType } from '../../typemodel/model.ts'
import type { SchemaContext, Site } from '../schema-context.ts'
import { brokenSchema } from './broken.ts'

const fromKops = (names: string): string => `write ${names} and import it from \`kops\``

/** What to write instead of a type that JSON cannot carry. */
const remedies: Readonly<Record<string, string>> = {
  Date: fromKops('`Time` (or `MicroTime`)'),
  bigint: fromKops('`Int64`'),
  Map: 'write `Record<string, T>`',
  WeakMap: 'write `Record<string, T>`',
  ReadonlyMap: 'write `Record<string, T>`',
  Set: 'write `T[]` and `// +listType=set` above the field',
  ReadonlySet: 'write `T[]` and `// +listType=set` above the field',
  Uint8Array: fromKops('`Bytes`'),
  Buffer: fromKops('`Bytes`'),
  ArrayBuffer: fromKops('`Bytes`'),
  URL: 'write `string` with `// +kubebuilder:validation:Format=uri` above the field',
  RegExp: 'write `string`',
  function: 'remove the function: an object holds data only',
  symbol: 'write a union of string literals',
  class: 'write an interface with the data of the class',
}

export function buildUnsupported(
  type: UnsupportedType,
  context: SchemaContext,
  site: Site,
): JSONSchemaProps {
  context.sink.report(
    'schema/not-json',
    { subject: site.subject, type: type.text.length > 40 ? type.reason : type.text },
    {
      span: type.span,
      notes: ['the API server stores JSON: strings, numbers, booleans, arrays and objects'],
      helps: [remedies[type.reason] ?? 'write an interface, an array or a scalar type'],
    },
  )
  return brokenSchema(type.span, context, site)
}
