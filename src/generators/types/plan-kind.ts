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
import { planScalar } from './plan-scalar.ts'
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
  const { own, first } = splitRoot(schema, `${crd.spec.group}/${version.name}`, kind)
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
  apiVersion: string,
  kind: string,
): { own: JSONSchemaProps; first: PlannedMember[] } {
  const { properties = {}, required = [], ...rest } = schema
  const types: Record<ObjectField, PlannedType> = {
    apiVersion: { kind: 'literals', values: [apiVersion] },
    kind: { kind: 'literals', values: [kind] },
    metadata: metadataType(properties['metadata']),
  }
  const first = inOrder(required).flatMap((name) => {
    const text = objectField(name, properties[name], required.includes(name))
    const isPlain = text.description === undefined && text.markers.length === 0
    return name === 'metadata' && isPlain
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

/** A definition may narrow the names that objects have, and nothing else of their metadata. */
function metadataType(schema: JSONSchemaProps = {}): PlannedType {
  const library = { module: 'kops', name: 'ObjectMeta' }
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => [name, planScalar({ type: 'string', ...field }).type] as const,
  )
  return fields.length === 0 ? { kind: 'library', library } : { kind: 'narrowed', library, fields }
}

/** What a schema says of such a field beyond what kops writes of its own. */
function objectField(
  name: ObjectField,
  schema: JSONSchemaProps | undefined,
  isRequired: boolean,
): PlannedMember['text'] {
  if (schema === undefined) return { markers: ['kubebuilder:validation:Schemaless'] }
  const required = isRequired ? ['required'] : []
  const base = baseOf(name)
  if (isDeepStrictEqual(schema, base)) return { markers: required }
  const drops = schema.description === undefined && base.description !== undefined
  const { description: _, ...bare } = base
  const said = sayDifference({ schema, base: drops ? bare : base, target: 'field' })
  const dropped = drops ? ['kops:maxDescriptionLength=0'] : []
  return { description: said.description, markers: [...required, ...dropped, ...said.markers] }
}

function baseOf(name: ObjectField): JSONSchemaProps {
  if (name === 'metadata') return { type: 'object' }
  const description = objectFieldText(name)
  return description === undefined ? { type: 'string' } : { description, type: 'string' }
}
