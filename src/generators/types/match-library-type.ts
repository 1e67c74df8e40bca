import { isDeepStrictEqual } from 'node:util'
import { member } from '../../apimachinery/json-members.ts'
import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { packageFacts } from '../../kubernetes/facts.ts'
import { librarySchema } from '../../kubernetes/library.ts'
import type { SchemaIdentity } from './schema-identity.ts'
import type { LibraryName } from './type-expression.ts'

/*
 * Kubernetes' own types, recognised by the schema that kops gives for each. A definition made with
 * another release or another controller-gen has other words in it, or none: it is the same type all the
 * same where the words are the only difference.
 */

/** One of Kubernetes' own types, and how near the schema at hand is to it. */
export interface LibraryMatch {
  readonly library: LibraryName
  /** What kops gives for the type. */
  readonly schema: JSONSchemaProps
  /** `exact`: word by word. `bare`: without any words below. `worded`: in other words. */
  readonly likeness: 'exact' | 'bare' | 'worded'
}

const matches = new WeakMap<JSONSchemaProps, { readonly match: LibraryMatch | undefined }>()

/** The type that a schema is, its words aside; each schema is asked about once. */
export function matchLibraryType(
  schema: JSONSchemaProps,
  identity: SchemaIdentity,
): LibraryMatch | undefined {
  const known = matches.get(schema)
  if (known !== undefined) return known.match
  const match = findMatch(schema, identity)
  matches.set(schema, { match })
  return match
}

function findMatch(schema: JSONSchemaProps, identity: SchemaIdentity): LibraryMatch | undefined {
  if (schema.type !== 'object' || schema.properties === undefined) return undefined
  const found = candidatesFor(schema.properties).flatMap((library) => {
    const known = librarySchema(library, { embeddedMetadata: false, descriptions: true })
    const likeness = known === undefined ? undefined : likenessOf(schema, known, identity)
    return known === undefined || likeness === undefined
      ? []
      : [{ library, schema: known, likeness }]
  })
  return found.find(({ likeness }) => likeness === 'exact') ?? mostLike(schema, found)
}

/** Types may be alike in all but words: the one with the most of the same words. */
function mostLike(
  schema: JSONSchemaProps,
  found: readonly LibraryMatch[],
): LibraryMatch | undefined {
  const [first, ...others] = found
  if (first === undefined) return undefined
  const likest = others.reduce(
    (best, each) =>
      sharedWords(schema, each.schema) > sharedWords(schema, best.schema) ? each : best,
    first,
  )
  const isCertain = likest.likeness === 'worded' || others.length === 0
  return isCertain ? likest : undefined
}

/** The type of a field that is called `metadata` and says no more than that it is an object. */
export function matchMetadata(schema: JSONSchemaProps, name: string): LibraryMatch | undefined {
  if (name !== 'metadata' || !isDeepStrictEqual(typeOf(schema), { type: 'object' }))
    return undefined
  return {
    library: { module: 'kops', name: 'ObjectMeta' },
    schema: { type: 'object' },
    likeness: 'exact',
  }
}

/** Without what the field says itself. */
function typeOf(schema: JSONSchemaProps): JSONSchemaProps {
  const { description: _, default: _default, nullable: _null, title: _title, ...rest } = schema
  return rest
}

function likenessOf(
  schema: JSONSchemaProps,
  known: JSONSchemaProps,
  identity: SchemaIdentity,
): LibraryMatch['likeness'] | undefined {
  const [own, other] = [typeOf(schema), typeOf(known)]
  const hasText = schema.description !== undefined || known.description === undefined
  if (identity.withoutWords(own) !== identity.withoutWords(other)) return undefined
  if (hasText && identity.of(own) === identity.of(other)) return 'exact'
  if (!holdsWords(own)) return Object.keys(own.properties ?? {}).length > 2 ? 'bare' : undefined
  const described = Object.values(own.properties ?? {}).filter((each) => each.description)
  const isSame = sharedWords(schema, known) * 2 >= described.length
  return isSame && canExtend(own, other, identity) ? 'worded' : undefined
}

/**
 * Whether an interface can extend the type and write out the fields that have other words. Where Kubernetes
 * has a union of words for what the schema calls a string, only the field's own type will do.
 */
function canExtend(
  own: JSONSchemaProps,
  other: JSONSchemaProps,
  identity: SchemaIdentity,
): boolean {
  return Object.entries(own.properties ?? {}).every(([name, field]) => {
    const { description: _, ...rest } = field
    const { description: _words, ...known } = member(other.properties, name) ?? {}
    if (field.description !== undefined && isDeepStrictEqual(rest, known)) return true
    const part = partOf(field)
    return part.properties !== undefined && matchLibraryType(part, identity) !== undefined
  })
}

/** What a list or a map is made of. */
function partOf(schema: JSONSchemaProps): JSONSchemaProps {
  if (schema.items !== undefined) return partOf(schema.items)
  const { additionalProperties } = schema
  return typeof additionalProperties === 'object' ? partOf(additionalProperties) : schema
}

/** How many fields have the same words, line breaks aside: two types may be alike by chance. */
function sharedWords(own: JSONSchemaProps, other: JSONSchemaProps): number {
  const shared = Object.entries(own.properties ?? {}).filter(([name, { description = '' }]) => {
    const words = member(other.properties, name)?.description
    return words !== undefined && description.replace(/\s+/g, ' ') === words
  })
  const words = own.description?.replace(/\s+/g, ' ')
  const isSame = words !== undefined && words === other.description
  return shared.length + (isSame ? 1 : 0)
}

/** A schema without descriptions, at any depth. */
export function withoutWords(schema: JSONSchemaProps): JSONSchemaProps {
  const { description: _, ...bare } = schema
  return mapParts(bare, withoutWords)
}

function holdsWords(schema: JSONSchemaProps): boolean {
  const { items, additionalProperties, properties = {} } = schema
  const parts = [items, additionalProperties, ...Object.values(properties)]
  return parts.some(
    (part) => typeof part === 'object' && (part.description !== undefined || holdsWords(part)),
  )
}

function mapParts(
  schema: JSONSchemaProps,
  map: (part: JSONSchemaProps) => JSONSchemaProps,
): JSONSchemaProps {
  const { items, additionalProperties, properties } = schema
  return {
    ...schema,
    ...(items === undefined ? {} : { items: map(items) }),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: map(additionalProperties) }
      : {}),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, part]) => [name, map(part)]),
          ),
        }),
  }
}

/** The packages whose types people embed, the most likely first. */
const packages = [
  'meta/v1',
  'core/v1',
  'apps/v1',
  'networking/v1',
  'rbac/v1',
  'autoscaling/v2',
  'batch/v1',
]

let byFields: Map<string, LibraryName[]> | undefined

function candidatesFor(properties: Readonly<Record<string, JSONSchemaProps>>): LibraryName[] {
  byFields ??= indexTypes()
  return byFields.get(Object.keys(properties).toSorted().join()) ?? []
}

/** Types by the names of their fields. */
function indexTypes(): Map<string, LibraryName[]> {
  const index = new Map<string, LibraryName[]>()
  for (const name of packages) {
    for (const [type, fact] of Object.entries(packageFacts(name).types)) {
      if (fact.properties === undefined) continue
      const key = Object.keys(fact.properties).toSorted().join()
      const isEntry = name === 'meta/v1' && entryTypes.has(type)
      const module = isEntry ? 'kops' : `kops/kubernetes/${name}`
      index.set(key, [...(index.get(key) ?? []), { module, name: type }])
    }
  }
  return index
}

/** Types that the entry `kops` exports itself. */
const entryTypes: ReadonlySet<string> = new Set([
  'Condition',
  'LabelSelector',
  'LabelSelectorRequirement',
  'ObjectMeta',
  'OwnerReference',
])
