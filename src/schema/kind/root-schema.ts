import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { NamedType, ObjectType } from '../../typemodel/model.ts'
import { applyLevel } from '../levels.ts'
import type { SchemaContext } from '../schema-context.ts'
import { buildClosedObject } from '../types/objects.ts'
import { buildObjectFields, isObjectField } from './object-fields.ts'
import { hoistParentRules } from '../types/parent-rules.ts'
import { objectBehind, type KindDeclaration } from './kind-declarations.ts'

/*
 * The root of a kind's schema: its own fields, and the three that every object has.
 */

/** The schema of a kind; undefined where the type behind the name is no object. */
export function buildRoot(
  declarations: readonly KindDeclaration[],
  context: SchemaContext,
): JSONSchemaProps | undefined {
  const type = declarations[0]?.type
  if (type === undefined) return undefined
  const { name } = type.declaration
  const behind = objectBehind(type)
  if (behind === undefined) {
    reportUnion(type, context)
    return undefined
  }
  context.lowestCut = 0
  context.open.push({ id: type.id, name, path: name, cuttable: false })
  const own = buildClosedObject(withoutObjectFields(behind), context, { subject: name, path: name })
  context.open.pop()
  const fields = buildObjectFields(behind, context)
  const required = [...fields.required, ...(own.required ?? [])].toSorted()
  const properties = { ...fields.properties, ...own.properties }
  const inner = context.origins.continue(own, {
    ...own,
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
  })
  const applied = declarations.reduceRight((schema, { content: { deprecated: _, ...content } }) => {
    // What is deprecated is the version, not the field that the text would describe.
    return applyLevel(schema, { content, subject: name }, context).schema
  }, inner)
  return context.origins.continue(applied, hoistParentRules(applied))
}

/** A choice at the root would take the status with it, which the API server judges apart. */
function reportUnion(type: NamedType, { sink }: SchemaContext): void {
  const { name, span } = type.declaration
  sink.report(
    'schema/kind-union',
    { kind: name },
    { span, helps: [`write one interface \`${name}\` and put the union into its \`spec\``] },
  )
}

function withoutObjectFields(type: ObjectType): ObjectType {
  return {
    ...type,
    properties: type.properties.filter(({ name }) => !isObjectField(name)),
    bases: type.bases.filter((base) => base.kind === 'named'),
  }
}
