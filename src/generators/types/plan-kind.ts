import { isDeepStrictEqual } from 'node:util'
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
} from '../../apimachinery/custom-resource-definition.ts'
import { objectFieldText } from '../../kubernetes/library.ts'
import { kindMarkers } from './kind-markers.ts'
import { planFields } from './plan-node.ts'
import type { PlannedDeclaration, PlannedMember, PlannedType } from './planned-type.ts'
import { sayDifference } from './say-difference.ts'
import { TypePlan } from './type-plan.ts'

/** One version of a kind as types. */
export interface PlannedKind {
  readonly kind: string
  readonly version: string
  readonly root: PlannedDeclaration
  readonly declarations: readonly PlannedDeclaration[]
}

/** Fields that every object has: what `CustomResource` says of them need not be said again. */
const objectFields = ['apiVersion', 'kind', 'metadata'] as const

type ObjectField = (typeof objectFields)[number]

function isObjectField(name: string): name is ObjectField {
  return objectFields.some((field) => field === name)
}

export function planKind(
  crd: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
): PlannedKind {
  const { kind } = crd.spec.names
  const plan = new TypePlan()
  const schema = version.schema?.openAPIV3Schema ?? { type: 'object' }
  const apiVersion = `${crd.spec.group}/${version.name}`
  const { own, first } = splitRoot(schema, { apiVersion, kind, plan })
  const { text, members, isOpen } = planFields(own, { plan, path: [], first })
  const root: PlannedDeclaration = {
    uses: [[]],
    text: {
      description: text.description,
      markers: [...kindMarkers(crd, version), ...text.markers],
    },
    body: { kind: 'interface', members, isOpen },
  }
  return { kind, version: version.name, root, declarations: plan.declarations }
}

/** The fields that every object has, apart from the kind's own. */
function splitRoot(
  schema: JSONSchemaProps,
  { apiVersion, kind, plan }: { apiVersion: string; kind: string; plan: TypePlan },
): { own: JSONSchemaProps; first: PlannedMember[] } {
  const { properties = {}, required = [], ...rest } = schema
  const types: Record<ObjectField, PlannedType> = {
    apiVersion: { kind: 'literals', values: [apiVersion] },
    kind: { kind: 'literals', values: [kind] },
    metadata: metadataType(properties['metadata'], plan),
  }
  const first = inOrder(required).flatMap((name) => {
    const text = objectField(name, properties[name], required.includes(name))
    const isPlain = text.description === undefined && text.markers.length === 0
    return name === 'metadata' && isPlain && types.metadata.kind === 'library'
      ? []
      : [{ name, optional: false, type: types[name], text }]
  })
  const fields = Object.entries(properties).filter(([name]) => !isObjectField(name))
  const own = fields.length === 0 ? {} : { properties: Object.fromEntries(fields) }
  return { first, own: { ...rest, ...own, ...(required.length === 0 ? {} : { required }) } }
}

/** As `required` has them, those that need not be there first. */
function inOrder(required: readonly string[]): ObjectField[] {
  const ordered = required.filter(isObjectField)
  return [...objectFields.filter((name) => !ordered.includes(name)), ...ordered]
}

const objectMeta = { module: 'kops', name: 'ObjectMeta' }

/** The type of the metadata: one that extends `ObjectMeta` where the definition narrows the names of objects. */
function metadataType(schema: JSONSchemaProps | undefined, plan: TypePlan): PlannedType {
  if (!narrowsNames(schema)) return { kind: 'library', library: objectMeta }
  const { properties, required } = schema
  const names = { type: 'object', properties, ...(required === undefined ? {} : { required }) }
  const declaration = plan.declare(names, ['metadata'], () => {
    const { members, text } = planFields(names, { plan, path: ['metadata'] })
    return { text, body: { kind: 'interface', extends: objectMeta, members, isOpen: false } }
  })
  return { kind: 'named', declaration }
}

/** Whether the schema says something of the names of objects, and of nothing else in the metadata. */
function narrowsNames(
  schema: JSONSchemaProps | undefined,
): schema is JSONSchemaProps & Pick<Required<JSONSchemaProps>, 'properties'> {
  const names = Object.keys(schema?.properties ?? {})
  return names.length > 0 && names.every((name) => name === 'name' || name === 'generateName')
}

/** What a schema says of such a field beyond what kops writes of its own. */
function objectField(
  name: ObjectField,
  schema: JSONSchemaProps | undefined,
  isRequired: boolean,
): PlannedMember['text'] {
  if (schema === undefined) return { markers: ['kubebuilder:validation:Schemaless'] }
  const required = isRequired ? ['required'] : []
  const base = baseOf(name, schema)
  if (isDeepStrictEqual(schema, base)) return { markers: required }
  const drops = schema.description === undefined && base.description !== undefined
  const { description: _, ...bare } = base
  const said = sayDifference({ schema, base: drops ? bare : base, target: 'field' })
  const dropped = drops ? ['kops:maxDescriptionLength=0'] : []
  return { description: said.description, markers: [...required, ...dropped, ...said.markers] }
}

function baseOf(name: ObjectField, schema: JSONSchemaProps): JSONSchemaProps {
  if (name === 'metadata') {
    const { properties, required } = narrowsNames(schema) ? schema : {}
    return {
      type: 'object',
      ...(properties === undefined ? {} : { properties }),
      ...(required === undefined ? {} : { required }),
    }
  }
  const description = objectFieldText(name)
  return description === undefined ? { type: 'string' } : { description, type: 'string' }
}
