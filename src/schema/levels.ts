import type { JSONSchemaProps, ValidationRule } from '../apimachinery/custom-resource-definition.ts'
import type { CommentContent, Marker } from '../markers/marker.ts'
import { describeWithin } from './descriptions.ts'
import type { Draft, Presence } from './effects/draft.ts'
import { shownMarker } from './effects/draft.ts'
import { describesItems, phases, schemaEffectOf, type Phase } from './effects/effects.ts'
import { layOver } from './effects/overlay.ts'
import { withoutUniqueKeys } from './effects/topology.ts'
import { foldConstraints } from './fold.ts'
import type { SchemaContext } from './schema-context.ts'
import { describeKind, schemaKindOf } from './schema-kind.ts'

/*
 * A level is what the comments of one declaration say: an interface, an alias or a property. Levels
 * lie over one another, the field's over the alias's over the type's, and each folds into what is below.
 */

export interface Level {
  readonly content: CommentContent
  /** What messages call the declaration. */
  readonly subject: string
  /** Set for a property. */
  readonly presence?: Presence | undefined
}

export interface AppliedLevel {
  readonly schema: JSONSchemaProps
  /** Rules that the level adds to the object around it. */
  readonly parentRules: readonly ValidationRule[]
}

/** Lays a level over a schema. */
export function applyLevel(
  base: JSONSchemaProps,
  level: Level,
  context: SchemaContext,
): AppliedLevel {
  const draft: Draft = {
    context,
    subject: level.subject,
    base,
    said: {},
    saidAt: new Map(),
    presence: level.presence,
    parentRules: [],
  }
  const markers = withoutUniqueKeys(level.content.markers)
  applyMarkers(
    markers.filter((marker) => !describesItems(marker)),
    draft,
  )
  applyToItems(markers.filter(describesItems), draft)
  const said = { ...textsOf(level.content, context), ...draft.said }
  if (Object.keys(said).length === 0 && draft.overlay === undefined) {
    return { schema: draft.base, parentRules: draft.parentRules }
  }
  const schema = layOver(foldConstraints(draft.base, said), draft.overlay)
  return {
    schema: context.origins.continue(draft.base, schema, draft.saidAt),
    parentRules: draft.parentRules,
  }
}

function textsOf(content: CommentContent, context: SchemaContext): JSONSchemaProps {
  const description = describeWithin(content, context.settings.maxDescriptionLength)
  return description === '' ? {} : { description }
}

/** Applies markers phase by phase: the order within a phase is that of the source. */
function applyMarkers(markers: readonly Marker[], draft: Draft): void {
  const byPhase = new Map<Phase, Marker[]>(phases.map((phase) => [phase, []]))
  for (const marker of markers) {
    const effect = schemaEffectOf(marker)
    if (effect !== undefined) byPhase.get(effect.phase)?.push(marker)
  }
  for (const [phase, list] of byPhase) {
    for (const marker of list) schemaEffectOf(marker)?.apply(marker, draft)
    if (phase === 'shape') foldShape(draft)
  }
}

/** What the first phase says is part of the type for the phases that follow. */
function foldShape(draft: Draft): void {
  if (Object.keys(draft.said).length === 0) return
  draft.base = draft.context.origins.continue(
    draft.base,
    foldConstraints(draft.base, draft.said),
    draft.saidAt,
  )
  draft.said = {}
}

/** `items:` markers are a level over the items of the array. */
function applyToItems(markers: readonly Marker[], draft: Draft): void {
  const [first] = markers
  if (first === undefined) return
  const { context, base, subject } = draft
  if (base.items === undefined) {
    if (context.origins.isBroken(base)) return
    context.sink.report(
      'schema/wrong-type',
      {
        marker: shownMarker(first),
        expected: 'the items of an array',
        subject,
        actual: describeKind(schemaKindOf(base)),
      },
      { span: first.span, helps: ['remove `items:` to constrain the value itself'] },
    )
    return
  }
  const items: Draft = {
    context,
    subject: `${subject}[]`,
    base: base.items,
    said: {},
    saidAt: new Map(),
    parentRules: [],
  }
  applyMarkers(markers, items)
  const schema = foldConstraints(items.base, items.said)
  context.origins.continue(items.base, schema, items.saidAt)
  draft.base = context.origins.continue(base, { ...base, items: schema })
}
