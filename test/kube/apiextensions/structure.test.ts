import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/apimachinery/json.ts'
import { findStructureProblems } from '../../../src/apiextensions/structure.ts'
import { StatusError } from '../../../src/testing/index.ts'
import { useClient } from '../provided.ts'

/*
 * Structure against kube-apiserver: each schema is the root of a definition, created for trial. The table has
 * a pair for each rule, one side taken and one refused.
 */

const object = (rest: JsonObject = {}): JsonObject => ({ type: 'object', ...rest })
const text: JsonObject = { type: 'string' }
const spec = (schema: JsonObject): JsonObject => object({ properties: { spec: schema } })
const field = (schema: JsonObject): JsonObject => spec(object({ properties: { a: schema } }))
const metadata = (schema: JsonObject): JsonObject => object({ properties: { metadata: schema } })
const open = 'x-kubernetes-preserve-unknown-fields'
const intOrString = 'x-kubernetes-int-or-string'
const embedded = 'x-kubernetes-embedded-resource'
const pair: JsonObject = { anyOf: [{ type: 'integer' }, { type: 'string' }] }

const schemas: readonly JsonObject[] = [
  object(),
  { [open]: true },
  { type: 'string' },
  { type: 'array', items: text },
  object({ additionalProperties: text }),
  field({}),
  field({ description: 'nothing else' }),
  field({ [open]: true }),
  field({ type: 'strin' }),
  field({ type: 'array' }),
  field({ type: 'array', items: {} }),
  field({ type: 'array', items: { [open]: true } }),
  field(object({ additionalProperties: {} })),
  field(object({ additionalProperties: text, properties: { b: text } })),
  field(object({ additionalProperties: true, properties: { b: text } })),
  field(object({ additionalProperties: text, properties: {} })),
  field({ [intOrString]: true }),
  field({ [intOrString]: true, ...pair }),
  field({ [intOrString]: true, allOf: [pair] }),
  field({ [intOrString]: true, allOf: [pair, { pattern: '^a' }] }),
  field({ [intOrString]: true, allOf: [{ pattern: '^a' }, pair] }),
  field({ [intOrString]: true, anyOf: [{ type: 'string' }, { type: 'integer' }] }),
  field({ [intOrString]: true, oneOf: [{ type: 'integer' }, { type: 'string' }] }),
  field({ [intOrString]: true, [open]: true }),
  field({ type: 'string', ...pair }),
  field(object({ [embedded]: true, [open]: true })),
  field(object({ [embedded]: true })),
  field(object({ [embedded]: true, properties: { b: text } })),
  field({ type: 'string', [embedded]: true, [open]: true }),
  field(object({ [embedded]: true, [open]: true, additionalProperties: text })),
  field(object({ [embedded]: true, properties: { kind: { type: 'integer' } } })),
  field(
    object({ [embedded]: true, properties: { metadata: object({ properties: { b: text } }) } }),
  ),
  metadata(object()),
  metadata(object({ nullable: false })),
  metadata(object({ description: 'of an object' })),
  metadata(object({ required: ['name'], properties: { name: text } })),
  metadata(object({ properties: { name: text } })),
  metadata(object({ properties: { name: text, generateName: text } })),
  metadata(object({ properties: { labels: object({ additionalProperties: text }) } })),
  metadata(text),
  object({ properties: { kind: text, apiVersion: text } }),
  object({ properties: { kind: { type: 'integer' } } }),
  field(object({ properties: { b: text }, anyOf: [{ required: ['b'] }] })),
  field(object({ properties: { b: text }, anyOf: [{ properties: { b: { minLength: 1 } } }] })),
  field(object({ properties: { b: text }, anyOf: [{ properties: { b: text } }] })),
  field(object({ properties: { b: text }, not: { properties: { b: { default: 'x' } } } })),
  field(object({ properties: { b: text }, oneOf: [{ description: 'x' }] })),
  field(object({ properties: { b: text }, allOf: [{ nullable: true }] })),
  field(object({ properties: { b: text }, allOf: [{ title: 'x' }] })),
  field(object({ allOf: [{ additionalProperties: { minLength: 1 } }], properties: { b: text } })),
  field({ type: 'array', items: text, allOf: [{ items: { minLength: 1 } }] }),
  field({ type: 'array', items: text, allOf: [{ 'x-kubernetes-list-type': 'set' }] }),
  field(object({ properties: { b: text }, not: { [open]: true } })),
  object({
    properties: { spec: object({ properties: { b: text } }) },
    anyOf: [{ properties: { spec: { properties: { b: { minLength: 1 } } } } }],
  }),
  object({
    properties: { spec: object() },
    anyOf: [{ properties: { spec: { properties: { b: { minLength: 1 } } } } }],
  }),
  object({ properties: { spec: object() }, anyOf: [{ properties: { metadata: {} } }] }),
  field({ ...text, uniqueItems: true }),
  field({ ...text, $ref: '#/x' }),
  field({ type: 'array', items: [text] }),
]

test('a schema is structural where the API server takes it', async (context) => {
  const client = useClient(context)
  const differing: object[] = []
  let refusedCount = 0
  for (const schema of schemas) {
    const problem = await refusal(client, schema)
    const [finding] = findStructureProblems(schema)
    if (problem !== undefined) refusedCount += 1
    if ((problem === undefined) !== (finding === undefined))
      differing.push({ schema, problem, finding })
  }
  expect(differing).toEqual([])
  expect(refusedCount).toBeGreaterThan(schemas.length / 3)
})

/** What the server says of a definition with this root; undefined where it takes it. */
async function refusal(
  client: ReturnType<typeof useClient>,
  openAPIV3Schema: JsonObject,
): Promise<string | undefined> {
  const names = {
    plural: 'structures',
    singular: 'structure',
    kind: 'Structure',
    listKind: 'StructureList',
  }
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'structures.kernel.example.org' },
    spec: {
      group: 'kernel.example.org',
      names,
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  }
  try {
    await client.create(definition, { dryRun: true })
    return undefined
  } catch (error) {
    if (error instanceof StatusError) return error.message
    throw error
  }
}
