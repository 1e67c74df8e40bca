import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { SourceSpan } from '../../diagnostics/diagnostic.ts'
import type { Keyword } from '../origins.ts'
import type { SchemaContext } from '../schema-context.ts'
import { checkCounts } from './counts.ts'
import { checkNestedDefaults } from './nested-defaults.ts'
import { checkEnum } from './enum-values.ts'
import { checkFormat } from './formats.ts'
import { checkPatterns } from './patterns.ts'
import { checkRanges } from './ranges.ts'
import { checkRules } from './rules.ts'
import { checkStatus } from './status.ts'
import { checkStructure } from './structure.ts'
import { checkTopology } from './topology.ts'

/*
 * What the API server would ask of a schema, asked of the finished one, node by node. Start reading at
 * `checkSchema`. Nodes of Kubernetes' own types have no origin and are right as they are.
 */

/** A node of a finished schema, and where to point for it. */
export interface CheckedNode {
  readonly schema: JSONSchemaProps
  readonly subject: string
  readonly context: SchemaContext
  /** Whether the server cannot tell which old value belongs to the new one, as inside of most lists. */
  readonly isUncorrelated: boolean
  /** How often it can stand in one object, by the bounds around it; `Infinity` where one has none. */
  readonly count: number
  readonly isRoot: boolean
  /** Whether the server clears the status of new objects, as with the status subresource. */
  readonly clearsStatus: boolean
  /** Where a keyword was said; the type itself where it was said by the type. */
  readonly at: (keyword: Keyword) => SourceSpan
  /** Whether a marker said the keyword. */
  readonly isSaid: (keyword: Keyword) => boolean
  /** What the thing is called that the keyword was said of. */
  readonly nameAt: (keyword: Keyword) => string
}

const checks: readonly ((node: CheckedNode) => void)[] = [
  checkRanges,
  checkCounts,
  checkStatus,
  checkEnum,
  checkFormat,
  checkPatterns,
  checkTopology,
  deferDefault,
  checkNestedDefaults,
  checkRules,
]

function deferDefault({ schema, context, at, nameAt }: CheckedNode): void {
  if (schema.default === undefined) return
  const [span, subject] = [at('default'), nameAt('default')]
  context.deferred.push({ kind: 'default', schema, span, subject })
}

interface Place {
  readonly span: SourceSpan
  readonly subject: string
}

/** Checks a kind's schema. A node that several kinds share is checked once. */
export function checkSchema(
  root: JSONSchemaProps,
  { clearsStatus, ...place }: CheckedKind,
  context: SchemaContext,
): void {
  checkStructure(root, context)
  visit(root, place, { context, isUncorrelated: false, count: 1, isRoot: true, clearsStatus })
}

/** What is known of a kind beside its schema. */
interface CheckedKind extends Place, Pick<CheckedNode, 'clearsStatus'> {}

interface Visit {
  readonly context: SchemaContext
  readonly isUncorrelated: boolean
  readonly count: number
  readonly isRoot: boolean
  readonly clearsStatus: boolean
}

function visit(schema: JSONSchemaProps, outer: Place, state: Visit): void {
  const { context } = state
  const checked = checkedIn(state)
  const origin = context.origins.of(schema)
  if (origin === undefined || origin.broken || checked.has(schema)) return
  checked.add(schema)
  const place = { span: origin.span, subject: origin.subject }
  const node: CheckedNode = {
    ...state,
    schema,
    subject: origin.subject,
    at: (keyword) => origin.keywords.get(keyword)?.span ?? origin.span,
    isSaid: (keyword) => origin.keywords.has(keyword),
    nameAt: (keyword) => origin.keywords.get(keyword)?.subject ?? origin.subject,
  }
  for (const check of checks) check(node)
  visitChildren(schema, place, state)
}

/** What was checked in the same surroundings. */
function checkedIn({ context, isUncorrelated, count }: Visit): WeakSet<JSONSchemaProps> {
  const key = `${isUncorrelated} ${count}`
  const checked = context.checked.get(key) ?? new WeakSet<JSONSchemaProps>()
  context.checked.set(key, checked)
  return checked
}

function visitChildren(schema: JSONSchemaProps, place: Place, state: Visit): void {
  const isAtomic = schema['x-kubernetes-map-type'] === 'atomic'
  const below: Visit = {
    ...state,
    isRoot: false,
    isUncorrelated: state.isUncorrelated || isAtomic,
  }
  for (const property of Object.values(schema.properties ?? {})) visit(property, place, below)
  if (typeof schema.additionalProperties === 'object') {
    const count = below.count * (schema.maxProperties ?? Infinity)
    visit(schema.additionalProperties, place, { ...below, count })
  }
  if (schema.items !== undefined) {
    const isMap = schema['x-kubernetes-list-type'] === 'map'
    visit(schema.items, place, {
      ...below,
      isUncorrelated: below.isUncorrelated || !isMap,
      count: below.count * (schema.maxItems ?? Infinity),
    })
  }
}
