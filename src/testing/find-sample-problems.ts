import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  CustomResourceDefinition,
  JSONSchemaProps,
} from '../apimachinery/custom-resource-definition.ts'
import type { JsonValue } from '../apimachinery/json.ts'
import type { KubernetesObject } from '../apimachinery/kubernetes-object.ts'
import { parseYaml } from '../manifest/parse-yaml.ts'

/**
 * What is plainly wrong with the objects of a folder, by the CRDs of another one: unknown, missing and mistyped fields,
 * values outside of an enum or a pattern. It needs no control plane, which checks all the rest.
 */
export async function findSampleProblems(samples: string, crds: string): Promise<string[]> {
  const schemas = new Map<string, JSONSchemaProps>()
  for (const value of await readFolder(crds)) {
    const { spec } = value as unknown as CustomResourceDefinition
    for (const { name, schema } of spec.versions) {
      schemas.set(`${spec.group}/${name} ${spec.names.kind}`, schema.openAPIV3Schema)
    }
  }
  const objects = await readFolder(samples)
  return objects.flatMap((sample) => {
    const { apiVersion, kind } = sample as unknown as KubernetesObject
    const title = `${apiVersion} ${kind}`
    const schema = schemas.get(title)
    return schema === undefined
      ? [`${title}: no CRD has this kind`]
      : findProblems(sample, schema, kind)
  })
}

async function readFolder(path: string): Promise<JsonValue[]> {
  const names = (await readdir(path)).filter((name) => name.endsWith('.yaml')).toSorted()
  const texts = await Promise.all(names.map((name) => readFile(join(path, name), 'utf8')))
  return texts.flatMap((text) => parseYaml(text).map(({ value }) => value))
}

function findProblems(value: JsonValue, schema: JSONSchemaProps, path: string): string[] {
  const found = findOwnProblems(value, schema, path)
  if (Array.isArray(value)) {
    const items = schema.items ?? {}
    return [
      ...found,
      ...value.flatMap((item, index) => findProblems(item, items, `${path}[${index}]`)),
    ]
  }
  // The metadata of an object is Kubernetes' own.
  if (!isObject(value) || path.endsWith('.metadata')) return found
  const children = Object.entries(value).flatMap(([name, child]) =>
    findChildProblems(child, schemaOf(name, schema), `${path}.${name}`),
  )
  return [...found, ...findMissing(value, schema, path), ...children]
}

function findOwnProblems(value: JsonValue, schema: JSONSchemaProps, path: string): string[] {
  const problems: string[] = []
  if (value === null) return schema.nullable === true ? [] : [`${path}: null`]
  const type = Array.isArray(value) ? 'array' : typeof value === 'bigint' ? 'number' : typeof value
  const wanted = schema.type?.replace('integer', 'number')
  if (wanted !== undefined && wanted !== type) problems.push(`${path}: ${type}, not ${schema.type}`)
  if (schema.enum?.includes(value) === false) problems.push(`${path}: not one of the enum`)
  if (
    schema.pattern !== undefined &&
    typeof value === 'string' &&
    !matches(schema.pattern, value)
  ) {
    problems.push(`${path}: does not match ${schema.pattern}`)
  }
  return problems
}

/** Go's expressions are not all JavaScript's: what cannot be read is left to the API server. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    // Not an expression of this language.
    return true
  }
}

function schemaOf(name: string, schema: JSONSchemaProps): JSONSchemaProps | undefined {
  const { properties = {} } = schema
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined
  if (own !== undefined) return own
  const { additionalProperties } = schema
  if (typeof additionalProperties === 'object') return additionalProperties
  const isOpen =
    additionalProperties === true ||
    schema['x-kubernetes-preserve-unknown-fields'] === true ||
    schema.properties === undefined
  return isOpen ? {} : undefined
}

function findChildProblems(
  child: JsonValue,
  schema: JSONSchemaProps | undefined,
  path: string,
): string[] {
  return schema === undefined ? [`${path}: unknown`] : findProblems(child, schema, path)
}

function findMissing(
  value: Readonly<Record<string, JsonValue>>,
  { required = [], properties = {} }: JSONSchemaProps,
  path: string,
): string[] {
  return required
    .filter((name) => !Object.hasOwn(value, name) && !hasDefault(properties, name))
    .map((name) => `${path}.${name}: missing`)
}

function hasDefault(properties: Readonly<Record<string, JSONSchemaProps>>, name: string): boolean {
  return Object.hasOwn(properties, name) && properties[name]?.default !== undefined
}

function isObject(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
