import type { JSONSchemaProps } from '../apimachinery/custom-resource-definition.ts'
import { packageFacts, type TypeFact } from './facts.ts'
import { scalarSchemas } from './scalar-schemas.ts'

/*
 * What a schema says where a user's type names one of Kubernetes' own: the schema that controller-gen
 * gives for the Go type. Start reading at `librarySchema`.
 */

/** A type by module specifier (`kops`, `kops/kubernetes/core/v1`) and name. */
export interface LibraryTypeName {
  readonly module: string
  readonly name: string
}

export interface LibrarySchemaOptions {
  /** Whether an embedded ObjectMeta keeps name, namespace, labels, annotations and finalizers, or is a bare object. */
  readonly embeddedMetadata: boolean
  /** Whether descriptions are wanted: Kubernetes' own words, white space collapsed. */
  readonly descriptions: boolean
}

/** Types of the entry `kops` that are k8s.io/apimachinery's. */
const metaTypes: ReadonlySet<string> = new Set([
  'Condition',
  'LabelSelector',
  'LabelSelectorRequirement',
  'ManagedFieldsEntry',
  'ObjectMeta',
  'OwnerReference',
  'Time',
  'MicroTime',
  'Duration',
])

/**
 * The schema of a type, or `undefined` where the module has no such type or the type has no schema of its own
 * (`CustomResource`, a type that contains itself). Shared between calls: never change it.
 */
export function librarySchema(
  type: LibraryTypeName,
  options: LibrarySchemaOptions,
): JSONSchemaProps | undefined {
  const reference = referenceOf(type)
  return reference === undefined ? undefined : expanderFor(options).type(reference)
}

/** The schema of one property of a type: the field's own words, default and constraints included. */
export function libraryPropertySchema(
  type: LibraryTypeName,
  property: string,
  options: LibrarySchemaOptions,
): JSONSchemaProps | undefined {
  const properties = librarySchema(type, options)?.properties
  return properties && Object.hasOwn(properties, property) ? properties[property] : undefined
}

/** The names that a module exports as types, for suggestions; empty for a module that does not exist. */
export function libraryTypeNames(module: string): readonly string[] {
  if (module === 'kops') return [...Object.keys(scalarSchemas), ...metaTypes]
  return Object.keys(packageFacts(packageOf(module)).types)
}

/** The constants of an enumerated string type of Kubernetes, such as PullPolicy. */
export function libraryEnumValues(type: LibraryTypeName): readonly string[] | undefined {
  const reference = referenceOf(type)
  return reference === undefined ? undefined : factOf(reference)?.$values
}

/** What Kubernetes says of `apiVersion` and `kind`, whatever the kind. */
export function objectFieldText(field: 'apiVersion' | 'kind'): string | undefined {
  return packageFacts('meta/v1').prose['TypeMeta']?.[field]
}

function isObjectField(property: string): property is 'apiVersion' | 'kind' {
  return property === 'apiVersion' || property === 'kind'
}

function packageOf(module: string): string {
  return module.replace(/^kops\/kubernetes\//, '')
}

function referenceOf({ module, name }: LibraryTypeName): string | undefined {
  if (module !== 'kops') return `${packageOf(module)}.${name}`
  if (metaTypes.has(name)) return `meta/v1.${name}`
  return Object.hasOwn(scalarSchemas, name) ? `kops.${name}` : undefined
}

function splitReference(reference: string): [packageName: string, name: string] {
  const dot = reference.indexOf('.')
  return [reference.slice(0, dot), reference.slice(dot + 1)]
}

function factOf(reference: string): TypeFact | undefined {
  const [packageName, name] = splitReference(reference)
  const types = packageName === 'kops' ? scalarSchemas : packageFacts(packageName).types
  return Object.hasOwn(types, name) ? types[name] : undefined
}

const expanders = new Map<string, Expander>()

function expanderFor(options: LibrarySchemaOptions): Expander {
  const key = `${options.embeddedMetadata} ${options.descriptions}`
  const expander = expanders.get(key) ?? new Expander(options)
  expanders.set(key, expander)
  return expander
}

/** What controller-gen keeps of an embedded ObjectMeta with `generateEmbeddedObjectMeta`. */
const embeddedObjectMeta: JSONSchemaProps = {
  type: 'object',
  properties: {
    annotations: { type: 'object', additionalProperties: { type: 'string' } },
    finalizers: { type: 'array', items: { type: 'string' } },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    name: { type: 'string' },
    namespace: { type: 'string' },
  },
}

/** Expands facts into schemas, each type once. */
class Expander {
  readonly #types = new Map<string, JSONSchemaProps | undefined>()
  readonly #options: LibrarySchemaOptions

  constructor(options: LibrarySchemaOptions) {
    this.#options = options
  }

  type(reference: string): JSONSchemaProps | undefined {
    if (this.#types.has(reference)) return this.#types.get(reference)
    this.#types.set(reference, undefined)
    const schema = this.#build(reference)
    this.#types.set(reference, schema)
    return schema
  }

  #build(reference: string): JSONSchemaProps | undefined {
    const fact = factOf(reference)
    if (fact === undefined) return undefined
    const [packageName, name] = splitReference(reference)
    const isEmbedded = reference === 'meta/v1.ObjectMeta' && this.#options.embeddedMetadata
    const schema = isEmbedded ? embeddedObjectMeta : this.#expand(fact, { packageName, name })
    return withDescription(schema, this.#prose(packageName, name, ''))
  }

  #prose(packageName: string, name: string, property: string): string | undefined {
    if (!this.#options.descriptions || packageName === 'kops' || name === 'ObjectMeta')
      return undefined
    const own = packageFacts(packageName).prose[name]?.[property]
    const text = own ?? (isObjectField(property) ? objectFieldText(property) : undefined)
    return text === '' ? undefined : text
  }

  #expand(fact: TypeFact, owner: { packageName: string; name: string }): JSONSchemaProps {
    const { $ref, $values, $kind, $inlines, items, properties, additionalProperties, ...own } = fact
    const schema: JSONSchemaProps = { ...($ref === undefined ? {} : this.type($ref)), ...own }
    if (items) schema.items = this.#expand(items, owner)
    if (additionalProperties !== undefined) {
      schema.additionalProperties =
        typeof additionalProperties === 'object'
          ? this.#expand(additionalProperties, owner)
          : additionalProperties
    }
    if (properties) schema.properties = this.#properties(properties, owner)
    return schema
  }

  #properties(
    properties: Readonly<Record<string, TypeFact>>,
    owner: { packageName: string; name: string },
  ): Record<string, JSONSchemaProps> {
    return Object.fromEntries(
      Object.entries(properties).map(([property, fact]) => {
        const text = this.#prose(owner.packageName, owner.name, property)
        return [property, withDescription(this.#expand(fact, owner), text)]
      }),
    )
  }
}

function withDescription(
  schema: JSONSchemaProps,
  description: string | undefined,
): JSONSchemaProps {
  return description === undefined ? schema : { ...schema, description }
}
