import { validateDns1035Label, validateKind } from '../../apimachinery/names.ts'
import { pluralize } from '../../apimachinery/plural.ts'
import type { CustomResourceDefinition } from '../../apimachinery/custom-resource-definition.ts'
import type { SourceSpan } from '../../diagnostics/diagnostic.ts'
import type { SchemaContext } from '../schema-context.ts'
import { nearestNames } from '../../diagnostics/nearest-names.ts'
import type { Marker } from '../../markers/marker.ts'
import { textOf, textsOf, valueSpan } from '../effects/draft.ts'
import type { KindDraft, KindEffect } from './kind-draft.ts'

type Names = CustomResourceDefinition['spec']['names']

/** The names of a kind that says nothing of them. */
export function defaultNames(kind: string): Names {
  return {
    kind,
    listKind: `${kind}List`,
    plural: pluralize(kind),
    singular: kind.toLowerCase(),
  }
}

/** Judges the kind itself, from which all other names derive. */
export function checkKind(kind: string, span: SourceSpan, context: SchemaContext): void {
  const problems = [...validateKind(kind), ...validateKind(`${kind}List`)]
  const [problem] = problems
  if (problem !== undefined) report({ name: kind, what: 'kind', problem }, span, context)
}

function report(
  { name, what, problem }: { name: string; what: string; problem: string },
  span: SourceSpan,
  context: SchemaContext,
): void {
  context.sink.report(
    'schema/invalid-name',
    { name, what },
    { span, notes: [problem], helps: [`write another ${what}`] },
  )
}

/** `+kubebuilder:resource`: names and scope. */
export const resource: KindEffect = (marker, draft) => {
  draft.resourceSpan = marker.span
  const plural = label(marker, draft, { argument: 'path', what: 'plural' })
  const singular = label(marker, draft, { argument: 'singular', what: 'singular' })
  if (plural !== undefined) draft.names.plural = plural
  if (singular !== undefined) draft.names.singular = singular
  const shortNames = labels(marker, draft, { argument: 'shortName', what: 'short name' })
  const categories = labels(marker, draft, { argument: 'categories', what: 'category' })
  if (shortNames.length > 0) draft.names.shortNames = shortNames
  if (categories.length > 0) draft.names.categories = categories
  readScope(marker, draft)
}

function readScope(marker: Marker, draft: KindDraft): void {
  const scope = textOf(marker, 'scope')
  if (scope === undefined) return
  if (scope === 'Namespaced' || scope === 'Cluster') {
    draft.scope = scope
    return
  }
  draft.context.sink.report(
    'schema/unknown-word',
    { word: scope, argument: 'scope' },
    {
      span: valueSpan(marker, 'scope'),
      notes: ['a resource is Namespaced or Cluster'],
      helps: nearestNames(scope, ['Namespaced', 'Cluster']).map((near) => `write \`${near}\``),
    },
  )
}

interface NameUse {
  readonly argument: string
  readonly what: string
}

function label(marker: Marker, draft: KindDraft, use: NameUse): string | undefined {
  const name = textOf(marker, use.argument)
  return name !== undefined && isLabel(name, { marker, draft, use }) ? name : undefined
}

function labels(marker: Marker, draft: KindDraft, use: NameUse): string[] {
  const names = textsOf(marker, use.argument)
  return names.filter((name) => isLabel(name, { marker, draft, use }))
}

function isLabel(
  name: string,
  { marker, draft, use }: { marker: Marker; draft: KindDraft; use: NameUse },
): boolean {
  const [problem] = validateDns1035Label(name)
  if (problem === undefined) return true
  report({ name, what: use.what, problem }, valueSpan(marker, use.argument), draft.context)
  return false
}
