import type { Marker } from '../../markers/marker.ts'
import * as bounds from './bounds.ts'
import { choice, refusal } from './choices.ts'
import { overlay } from './overlay.ts'
import type { Effect } from './draft.ts'
import * as presence from './presence.ts'
import * as rules from './rules.ts'
import * as shape from './shape.ts'
import * as topology from './topology.ts'
import * as values from './values.ts'

/*
 * The table of what each marker does to a schema. Markers that are without effect on a schema, and
 * those that describe a kind (`kind/kind-effects.ts`), are not in it.
 */

/**
 * When an effect happens. Within a phase the order of the source holds.
 * `shape` changes the type, `flag` looks at the bounds of its level, the three after it keep
 * controller-gen's order of rules, and `overlay` has the last word.
 */
export const phases = [
  'shape',
  'value',
  'flag',
  'at-most-one',
  'exactly-one',
  'at-least-one',
  'overlay',
] as const

export type Phase = (typeof phases)[number]

export interface SchemaEffect {
  readonly phase: Phase
  readonly apply: Effect
}

const prefix = 'kubebuilder:validation:'
const itemsPrefix = `${prefix}items:`

function value(apply: Effect): SchemaEffect {
  return { phase: 'value', apply }
}

function shaping(apply: Effect): SchemaEffect {
  return { phase: 'shape', apply }
}

function nothing(): SchemaEffect {
  return value(() => undefined)
}

/** `+kubebuilder:validation:X`, on fields, types and, as `items:X`, on the items of an array. */
const validations: Readonly<Record<string, SchemaEffect>> = {
  Maximum: value(bounds.maximum),
  Minimum: value(bounds.minimum),
  ExclusiveMaximum: { phase: 'flag', apply: bounds.exclusiveMaximum },
  ExclusiveMinimum: { phase: 'flag', apply: bounds.exclusiveMinimum },
  MultipleOf: value(bounds.multipleOf),
  MaxLength: value(bounds.size('maxLength')),
  MinLength: value(bounds.size('minLength')),
  Pattern: value(values.pattern),
  MaxItems: value(bounds.size('maxItems')),
  MinItems: value(bounds.size('minItems')),
  // `true` is refused where markers are read, `false` is what holds anyway.
  UniqueItems: nothing(),
  MaxProperties: value(bounds.size('maxProperties')),
  MinProperties: value(bounds.size('minProperties')),
  Enum: value(values.enumeration),
  Format: value(values.format),
  Type: shaping(shape.type),
  XPreserveUnknownFields: shaping(shape.preserveUnknownFields),
  XEmbeddedResource: shaping(shape.embeddedResource),
  XIntOrString: shaping(shape.asIntOrString),
  XValidation: value(rules.rule),
}

const others: Readonly<Record<string, SchemaEffect>> = {
  optional: value(presence.optional),
  'k8s:optional': value(presence.optional),
  [`${prefix}Optional`]: value(presence.optional),
  required: value(presence.required),
  [`${prefix}Required`]: value(presence.required),
  'k8s:required': value(presence.requiredAndNotEmpty),
  nullable: value(presence.nullable),
  default: value(values.jsonDefault),
  'kubebuilder:default': value(values.defaultValue),
  'kops:allOf': value(choice('allOf')),
  'kops:anyOf': value(choice('anyOf')),
  'kops:description': value(values.description),
  'kops:keepOrder': shaping(shape.keepOrder),
  'kops:maxDescriptionLength': shaping(values.maxDescriptionLength),
  'kops:not': value(refusal),
  'kops:oneOf': value(choice('oneOf')),
  'kops:schema': { phase: 'overlay', apply: overlay },
  'kubebuilder:example': value(values.example),
  'kubebuilder:title': value(values.title),
  'kubebuilder:externalDocs': value(values.externalDocs),
  'kubebuilder:pruning:PreserveUnknownFields': shaping(shape.preserveUnknownFields),
  [`${prefix}EmbeddedResource`]: shaping(shape.embeddedResource),
  // Read before the type is built, by whoever builds the property.
  [`${prefix}Schemaless`]: nothing(),
  'k8s:minimum': value(bounds.minimum),
  'k8s:maximum': value(bounds.maximum),
  'k8s:maxItems': value(bounds.size('maxItems')),
  'k8s:enum': value(values.stringEnumeration),
  'k8s:immutable': value(rules.immutable),
  listType: value(topology.listType),
  'k8s:listType': value(topology.listType),
  listMapKey: value(topology.listMapKey),
  'k8s:listMapKey': value(topology.listMapKey),
  mapType: value(topology.mapType),
  structType: value(topology.mapType),
  [`${prefix}AtMostOneOf`]: { phase: 'at-most-one', apply: rules.atMostOneOf },
  [`${prefix}ExactlyOneOf`]: { phase: 'exactly-one', apply: rules.exactlyOneOf },
  [`${prefix}AtLeastOneOf`]: { phase: 'at-least-one', apply: rules.atLeastOneOf },
}

/** Whether the marker speaks of the items of the array that it stands on. */
export function describesItems(marker: Marker): boolean {
  return marker.definition.name.startsWith(itemsPrefix)
}

/** Whether the marker says what `type` the schema has, whatever TypeScript says. */
export function saysType({ definition: { name } }: Marker): boolean {
  return name === `${prefix}Type`
}

/** What a marker does to the schema it describes; for an `items:` marker, to that of the items. */
export function schemaEffectOf({ definition: { name } }: Marker): SchemaEffect | undefined {
  if (name.startsWith(itemsPrefix)) return validations[name.slice(itemsPrefix.length)]
  if (name.startsWith(prefix) && Object.hasOwn(validations, name.slice(prefix.length))) {
    return validations[name.slice(prefix.length)]
  }
  return Object.hasOwn(others, name) ? others[name] : undefined
}

/** The names of all markers with an effect on schemas. */
export const schemaEffectNames: readonly string[] = [
  ...Object.keys(others),
  ...Object.keys(validations).flatMap((name) => [`${prefix}${name}`, `${itemsPrefix}${name}`]),
].sort()
