import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

/** The part of an OpenAPI schema that is looked at here; the API server checks all of it. */
interface Schema {
  type?: string
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  required?: string[]
  default?: unknown
  items?: Schema
  enum?: unknown[]
  pattern?: string
  'x-kubernetes-preserve-unknown-fields'?: boolean
}

interface CustomResourceDefinition {
  spec: {
    group: string
    names: { kind: string }
    versions: { name: string; schema: { openAPIV3Schema: Schema } }[]
  }
}

test('every sample is an object that its CRD takes', () => {
  const schemas = new Map<string, Schema>()
  for (const { spec } of readFolder<CustomResourceDefinition>('config/crd/bases')) {
    for (const { name, schema } of spec.versions) {
      schemas.set(`${spec.group}/${name} ${spec.names.kind}`, schema.openAPIV3Schema)
    }
  }
  for (const sample of readFolder<{ apiVersion: string; kind: string }>('config/samples')) {
    const schema = schemas.get(`${sample.apiVersion} ${sample.kind}`)
    expect(schema, `CRD of ${sample.apiVersion} ${sample.kind}`).toBeDefined()
    expect(problems(sample, schema ?? {}, sample.kind)).toEqual([])
  }
})

function readFolder<T>(path: string): T[] {
  const names = readdirSync(path).filter((name) => name.endsWith('.yaml'))
  return names.map((name) => parse(readFileSync(`${path}/${name}`, 'utf8')) as T)
}

function problems(value: unknown, schema: Schema, path: string): string[] {
  const found: string[] = []
  if (schema.enum?.includes(value) === false) found.push(`${path}: not one of the enum`)
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(String(value))) {
    found.push(`${path}: does not match ${schema.pattern}`)
  }
  if (Array.isArray(value)) {
    return found.concat(
      value.flatMap((item, i) => problems(item, schema.items ?? {}, `${path}[${i}]`)),
    )
  }
  const isObject = typeof value === 'object' && value !== null
  const type = isObject ? 'object' : typeof value
  if (schema.type !== undefined && schema.type.replace('integer', 'number') !== type) {
    found.push(`${path}: ${type}, not ${schema.type}`)
  }
  if (!isObject || path.endsWith('.metadata')) return found
  for (const name of schema.required ?? []) {
    const hasDefault = schema.properties?.[name]?.default !== undefined
    if (!(name in value) && !hasDefault) found.push(`${path}.${name}: missing`)
  }
  for (const [name, child] of Object.entries(value)) {
    const additional = schema.additionalProperties
    const childSchema =
      schema.properties?.[name] ?? (typeof additional === 'object' ? additional : {})
    const known =
      schema.properties?.[name] ?? additional ?? schema['x-kubernetes-preserve-unknown-fields']
    if (schema.properties !== undefined && known === undefined)
      found.push(`${path}.${name}: unknown`)
    found.push(...problems(child, childSchema, `${path}.${name}`))
  }
  return found
}
