import { member } from '../../apimachinery/json-members.ts'
import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { packageFacts, type TypeFact } from '../../kubernetes/facts.ts'
import { scalarSchemas } from '../../kubernetes/scalar-schemas.ts'
import type { LibraryName, Shape, Struct, StructField } from '../shapes/shape.ts'

/** Constants that kops's own types say and Kubernetes' schemas do not. */
const constantsOf: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'meta/v1.LabelSelectorRequirement': { operator: ['In', 'NotIn', 'Exists', 'DoesNotExist'] },
}

/** Kubernetes' own types as structs, each made when it is first asked for. */
export class LibraryStructs {
  readonly #known = new Map<string, Struct>()

  /** The struct of a type; undefined for one that is none. */
  find({ module, name }: LibraryName): Struct | undefined {
    const packageName = module === 'kops' ? 'meta/v1' : module.replace('kops/kubernetes/', '')
    return this.#find(`${packageName}.${name}`)
  }

  #find(reference: string): Struct | undefined {
    const known = this.#known.get(reference)
    if (known !== undefined) return known
    const type = factOf(reference)
    if (type?.properties === undefined) return undefined
    const fields: StructField[] = []
    const struct = { name: nameOf(reference), schema: ownSchema(type), fields }
    this.#known.set(reference, struct)
    for (const [name, property] of Object.entries(type.properties)) {
      const isRequired = type.required?.includes(name) === true
      const constants = member(constantsOf[reference], name)
      const fact = constants === undefined ? property : { ...property, $values: constants }
      fields.push({ name, isRequired, shape: shapeOf(fact) })
    }
    return struct
  }
}

function splitReference(reference: string): [packageName: string, name: string] {
  const dot = reference.indexOf('.')
  return [reference.slice(0, dot), reference.slice(dot + 1)]
}

function nameOf(reference: string): string {
  return splitReference(reference)[1]
}

function factOf(reference: string): TypeFact | undefined {
  const [packageName, name] = splitReference(reference)
  const types = packageName === 'kops' ? scalarSchemas : packageFacts(packageName).types
  return Object.hasOwn(types, name) ? types[name] : undefined
}

/** What a fact says of its own, without what is inside of it. */
function ownSchema(fact: TypeFact): JSONSchemaProps {
  const { $ref, $values, $kind, $inlines, items, properties, additionalProperties, ...own } = fact
  return typeof additionalProperties === 'boolean' ? { ...own, additionalProperties } : own
}

function shapeOf(fact: TypeFact): Shape {
  const { $ref, ...own } = fact
  if ($ref === undefined) return shapeOfContent(fact, own)
  const target = factOf($ref) ?? {}
  if (target.properties === undefined) return shapeOfContent({ ...target, ...own }, own)
  const [packageName, name] = splitReference($ref)
  const schema = { ...ownSchema(target), ...ownSchema(own) }
  return { kind: 'library', type: { module: `kops/kubernetes/${packageName}`, name }, schema }
}

function shapeOfContent(fact: TypeFact, own: TypeFact): Shape {
  const schema = { ...ownSchema(fact), ...ownSchema(own) }
  const { $ref, items, additionalProperties, $values: constants } = fact
  // An alias of an alias, such as a list of a named string.
  if ($ref !== undefined) return shapeOf({ ...own, $ref })
  if (items !== undefined) return { kind: 'list', item: shapeOf(items), schema }
  if (typeof additionalProperties === 'object') {
    return { kind: 'map', value: shapeOf(additionalProperties), schema }
  }
  return { kind: 'plain', schema, constants }
}
