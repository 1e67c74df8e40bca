import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { keysOf } from '../../apimachinery/value-path.ts'
import {
  findStructureProblems,
  type StructureCode,
  type StructureFinding,
} from '../../apiextensions/structure.ts'
import type { SourceSpan } from '../../diagnostics/diagnostic.ts'
import type { Keyword, NodeOrigin } from '../origins.ts'
import type { SchemaContext } from '../schema-context.ts'

const preserve = '+kubebuilder:pruning:PreserveUnknownFields'
const writeAnObject = 'write `RawExtension`, or an interface, as the type of the field'

/** What to type against each problem of structure that a type and its markers can have. */
const helps: Readonly<Record<StructureCode, string>> = {
  'additional-properties-at-root': 'write the fields of the kind in its interface',
  'embedded-map': 'write `RawExtension` as the type of the field',
  'embedded-not-object': writeAnObject,
  'embedded-without-fields': `add \`${preserve}\``,
  'int-or-string-with-extension': 'remove the marker that preserves unknown fields',
  'items-list': 'write one type for all items of the list',
  'items-missing': 'write the type of the items in TypeScript instead of `Type=array`',
  'metadata-restricted': 'write `metadata: ObjectMeta`, or leave it to `CustomResource`',
  'nested-field-unknown': 'write the field in the type itself too',
  'nested-keyword': 'say it on the field itself, outside of the condition',
  'properties-with-additional-properties': 'remove the index signature, or the named fields',
  'type-missing': `add \`+kubebuilder:validation:Type=…\` or \`${preserve}\``,
  'type-unknown': 'write one of array, boolean, integer, number, object and string',
  'type-not-object': 'write an interface as the type of the kind',
  'unsupported-keyword': 'remove the keyword',
}

/** Reports what makes the schema of a kind not structural. A node that several kinds share is checked once. */
export function checkStructure(root: JSONSchemaProps, context: SchemaContext): void {
  const { origins, sink, structured } = context
  const isTrusted = (schema: object): boolean => {
    const origin = origins.of(schema as JSONSchemaProps)
    if (origin === undefined || origin.broken || structured.has(schema)) return schema !== root
    structured.add(schema)
    return false
  }
  for (const finding of findStructureProblems(root, isTrusted)) {
    const place = locate(root, finding, context)
    if (place === undefined) continue
    sink.report(
      'schema/not-structural',
      { subject: place.origin.subject },
      {
        span: spanOf(place, finding.code),
        notes: [finding.detail],
        helps: [helps[finding.code]],
      },
    )
  }
}

/** The keyword that calls for another one which is missing or wrong. */
const causes: Readonly<Partial<Record<StructureCode, Keyword>>> = {
  'embedded-map': 'x-kubernetes-embedded-resource',
  'embedded-not-object': 'x-kubernetes-embedded-resource',
  'embedded-without-fields': 'x-kubernetes-embedded-resource',
  'items-missing': 'type',
}

/** Returns where the user said what must change. */
function spanOf({ origin, keyword }: Located, code: StructureCode): SourceSpan {
  const cause = causes[code]
  const said = origin.keywords.get(keyword) ?? (cause && origin.keywords.get(cause))
  return said?.span ?? origin.span
}

interface Located {
  readonly origin: NodeOrigin
  /** The keyword of the node that the finding is about. */
  readonly keyword: Keyword
}

/** Finds the innermost node on the way to a finding that came from the user's text. */
function locate(
  root: JSONSchemaProps,
  { path }: StructureFinding,
  { origins }: SchemaContext,
): Located | undefined {
  let found: Located | undefined
  let value: unknown = root
  for (const key of keysOf(path)) {
    if (typeof value !== 'object' || value === null) break
    const origin = origins.of(value as JSONSchemaProps)
    if (origin !== undefined) found = { origin, keyword: key as Keyword }
    value = (value as Readonly<Record<string | number, unknown>>)[key]
  }
  return found
}
