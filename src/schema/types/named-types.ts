import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { NamedType } from '../../typemodel/model.ts'
import { saysType } from '../effects/effects.ts'
import { reportKindMarkers } from '../kind/kind-markers.ts'
import { applyLevel } from '../levels.ts'
import type { SchemaContext, Site } from '../schema-context.ts'
import { brokenSchema } from './broken.ts'
import { buildClosedObject, cutsCycles, freeFormObject } from './objects.ts'
import { hoistParentRules } from './parent-rules.ts'

/*
 * Interfaces, aliases and enums by name. Each is built once in a run; its markers and its text lie over
 * what stands behind the name. A name met again while it is being built is a cycle.
 */

export function buildNamed(type: NamedType, context: SchemaContext, site: Site): JSONSchemaProps {
  const finished = context.finished.get(type.id)
  if (finished !== undefined) return finished
  const openIndex = context.open.findIndex(({ id }) => id === type.id)
  if (openIndex >= 0) return endCycle(type, openIndex, { context, site })
  const depth = context.open.length
  const outerCut = context.lowestCut
  context.lowestCut = depth
  const schema = buildOpened(type, context, site)
  // A schema that a cycle was cut in to reach further out means something only below that type.
  if (context.lowestCut >= depth) context.finished.set(type.id, schema)
  context.lowestCut = Math.min(outerCut, context.lowestCut)
  return schema
}

function buildOpened(type: NamedType, context: SchemaContext, site: Site): JSONSchemaProps {
  const content = context.read(type.declaration.comments, 'type')
  const { name } = type.declaration
  const isCuttable = content.markers.some(cutsCycles)
  reportKindMarkers(content.markers, name, context)
  context.open.push({ id: type.id, name, path: site.path, cuttable: isCuttable })
  const isTypeSaid = content.markers.some(saysType)
  const inner = buildBehind(type, context, { subject: name, path: site.path, isTypeSaid })
  context.open.pop()
  const { schema } = applyLevel(inner, { content, subject: name }, context)
  const hoisted = hoistParentRules(schema)
  return hoisted === schema ? schema : context.origins.continue(schema, hoisted)
}

/** An interface without members has no fields, where a bare `{}` may hold anything. */
function buildBehind(type: NamedType, context: SchemaContext, site: Site): JSONSchemaProps {
  const behind = type.resolve()
  const isEmptyInterface =
    behind.kind === 'object' && behind.properties.length === 0 && behind.index === undefined
  return isEmptyInterface ? buildClosedObject(behind, context, site) : context.build(behind, site)
}

/** Cuts a cycle that a marker allows to be cut; reports any other. */
function endCycle(
  type: NamedType,
  openIndex: number,
  { context, site }: { context: SchemaContext; site: Site },
): JSONSchemaProps {
  const steps = context.open.slice(openIndex)
  const first = steps[0]
  if (first?.cuttable === true) {
    context.lowestCut = Math.min(context.lowestCut, openIndex)
    return freeFormObject()
  }
  if (context.cycles.has(type.id)) return brokenSchema(type.span, context, site)
  context.cycles.add(type.id)
  const names = [...steps.map(({ name }) => name), type.declaration.name]
  context.sink.report(
    'schema/recursive-type',
    { type: type.declaration.name },
    {
      span: type.span,
      notes: [
        `the cycle: ${names.join(' → ')}`,
        `it comes back at \`${site.path}\``,
        'a CustomResourceDefinition has no references, so a type cannot contain itself',
      ],
      helps: [
        'write `// +kubebuilder:pruning:PreserveUnknownFields` above the field: what lies deeper is kept unchecked',
        'or write `unknown`, which keeps any value unchecked',
      ],
    },
  )
  return brokenSchema(type.span, context, site)
}
