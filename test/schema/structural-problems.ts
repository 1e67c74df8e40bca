import type { JSONSchemaProps } from '../../src/apimachinery/custom-resource-definition.ts'

/*
 * The rules of structural schemas, written down a second time and from the API server's own words, so
 * that what kops builds can be held against them.
 */

const types = new Set(['array', 'boolean', 'integer', 'number', 'object', 'string'])
const forbiddenInBranches = [
  'type',
  'additionalProperties',
  'default',
  'title',
  'description',
  'nullable',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-map-type',
  'x-kubernetes-validations',
] as const

/** Every rule that a schema breaks, with the way to it. */
export function structuralProblems(schema: JSONSchemaProps, path = ''): string[] {
  return [
    ...typeProblems(schema, path),
    ...branchesOf(schema).flatMap(([name, branch]) =>
      branchProblems(branch, schema, `${path}/${name}`),
    ),
    ...childrenOf(schema).flatMap(([name, child]) => structuralProblems(child, `${path}/${name}`)),
  ]
}

function typeProblems(schema: JSONSchemaProps, path: string): string[] {
  const { type, items, properties, additionalProperties, required = [] } = schema
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true
  const isIntOrString = schema['x-kubernetes-int-or-string'] === true
  const rules: [isBroken: boolean, rule: string][] = [
    [type === undefined && !isOpen && !isIntOrString, 'no type'],
    [type !== undefined && !types.has(type), 'unknown type'],
    [type === 'array' && items === undefined, 'no items'],
    [isIntOrString && (isOpen || type !== undefined), 'int-or-string beside a type'],
    [properties !== undefined && additionalProperties !== undefined, 'fields beside values'],
    [schema.nullable === true && schema.enum !== undefined, 'null beside an enum'],
    ...required.map((name): [boolean, string] => [
      properties?.[name] === undefined,
      `requires ${name}`,
    ]),
  ]
  return rules.filter(([isBroken]) => isBroken).map(([, rule]) => `${path}: ${rule}`)
}

const eitherType = JSON.stringify([{ type: 'integer' }, { type: 'string' }])

/** Branches, less the one `anyOf` that int-or-string is made of. */
function branchesOf(schema: JSONSchemaProps): [string, JSONSchemaProps][] {
  const isEither = (branches: readonly JSONSchemaProps[] | undefined): boolean =>
    schema['x-kubernetes-int-or-string'] === true && JSON.stringify(branches) === eitherType
  const allOf = schema.allOf?.filter((branch, index) => index > 0 || !isEither(branch.anyOf)) ?? []
  const anyOf = isEither(schema.anyOf) ? [] : (schema.anyOf ?? [])
  return [
    ...allOf.map((branch): [string, JSONSchemaProps] => ['allOf', branch]),
    ...anyOf.map((branch): [string, JSONSchemaProps] => ['anyOf', branch]),
    ...(schema.oneOf ?? []).map((branch): [string, JSONSchemaProps] => ['oneOf', branch]),
    ...(schema.not === undefined ? [] : [['not', schema.not] as [string, JSONSchemaProps]]),
  ]
}

function childrenOf(schema: JSONSchemaProps): [string, JSONSchemaProps][] {
  const { items, additionalProperties, properties = {} } = schema
  return [
    ...(items === undefined ? [] : [['items', items] as [string, JSONSchemaProps]]),
    ...(typeof additionalProperties === 'object'
      ? [['additionalProperties', additionalProperties] as [string, JSONSchemaProps]]
      : []),
    ...Object.entries(properties),
  ]
}

/** A branch judges values only, and only those that the schema around it describes. */
function branchProblems(branch: JSONSchemaProps, around: JSONSchemaProps, path: string): string[] {
  const forbidden = forbiddenInBranches.filter((keyword) => branch[keyword] !== undefined)
  const unknown = [...Object.keys(branch.properties ?? {}), ...(branch.required ?? [])].filter(
    (name) => around.properties?.[name] === undefined,
  )
  return [
    ...forbidden.map((keyword) => `${path}: ${keyword} in a branch`),
    ...unknown.map((name) => `${path}: ${name} is not described outside`),
    ...branchesOf(branch).flatMap(([name, inner]) =>
      branchProblems(inner, around, `${path}/${name}`),
    ),
    ...Object.entries(branch.properties ?? {}).flatMap(([name, inner]) =>
      branchProblems(inner, around.properties?.[name] ?? {}, `${path}/${name}`),
    ),
  ]
}
