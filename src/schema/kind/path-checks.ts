import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { SourceSpan } from '../../diagnostics/diagnostic.ts'
import { nearestNames } from '../../diagnostics/nearest-names.ts'
import type { SchemaContext } from '../schema-context.ts'
import { describeKind, schemaKindOf, type SchemaKind } from '../schema-kind.ts'
import { followPath, parseJsonPath } from './json-path.ts'

/** A path that a marker names, and what it must lead to. */
export interface PathUse {
  readonly path: string
  readonly span: SourceSpan
  /** What the path is for, as a message says it: `a column of type integer`. */
  readonly purpose: string
  /** What may stand there; anything where absent. */
  readonly kinds?: readonly SchemaKind[] | undefined
  /** Whether the path may lead through a list. */
  readonly throughLists: boolean
  /** Parts of the object that the path must lie in. */
  readonly within?: readonly string[] | undefined
}

/** Judges a path by the schema of its version. */
export function checkPath(use: PathUse, root: JSONSchemaProps, context: SchemaContext): void {
  if (!hasValidStart(use, context)) return
  const steps = parseJsonPath(use.path)
  if (steps === undefined) {
    if (!use.throughLists) reportPath(use, context, 'it has more than names of fields')
    return
  }
  const target = followPath(root, steps)
  if (target.found === 'anything') return
  if (target.found === 'nothing') {
    context.sink.report(
      'schema/unknown-path',
      { path: use.path, field: target.missing },
      { span: use.span, helps: nearOrKnown(target.missing, target.known) },
    )
    return
  }
  if (target.inList && !use.throughLists) reportPath(use, context, 'it leads through a list')
  else checkTarget(use, target.schema, context)
}

function hasValidStart(use: PathUse, context: SchemaContext): boolean {
  if (!use.path.startsWith('.') && !use.path.startsWith('[')) {
    reportPath(use, context, 'it does not start with a dot')
    return false
  }
  const { within } = use
  if (within === undefined || within.some((part) => use.path.startsWith(`.${part}.`))) return true
  reportPath(use, context, `it is not under ${within.map((part) => `.${part}`).join(' or ')}`)
  return false
}

function checkTarget(use: PathUse, schema: JSONSchemaProps, context: SchemaContext): void {
  const kind = schemaKindOf(schema)
  if (use.kinds === undefined || kind === 'any' || use.kinds.includes(kind)) return
  if (context.origins.isBroken(schema)) return
  context.sink.report(
    'schema/path-type',
    { path: use.path, actual: describeKind(kind), purpose: use.purpose },
    {
      span: use.span,
      notes: [`it takes ${use.kinds.map(describeKind).join(' or ')}`],
      helps: ['name another field, or change the type of this one'],
    },
  )
}

function nearOrKnown(missing: string, known: readonly string[]): string[] {
  const near = nearestNames(missing, known)
  if (near.length > 0) return near.map((name) => `write \`${name}\``)
  return known.length === 0 || known.length > 12
    ? ['write the path of a field of the type']
    : [`the fields there are ${known.join(', ')}`]
}

function reportPath(use: PathUse, context: SchemaContext, problem: string): void {
  context.sink.report(
    'schema/unusable-path',
    { path: use.path, purpose: use.purpose },
    { span: use.span, notes: [problem], helps: ['write a path such as `.spec.replicas`'] },
  )
}
