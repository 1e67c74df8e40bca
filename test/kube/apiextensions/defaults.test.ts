import { expect, test } from 'vitest'
import type { JSONSchemaProps } from '../../../src/apimachinery/custom-resource-definition.ts'
import type { JsonValue } from '../../../src/apimachinery/json.ts'
import { checkDefault } from '../../../src/apiextensions/values/check-default.ts'
import { checkRulesOfDefault } from '../../../src/apiextensions/values/check-rules.ts'
import { StatusError } from '../../../src/testing/index.ts'
import { useClient } from '../provided.ts'

/*
 * Defaults against kube-apiserver: every schema with every value, as fields of one definition, since the
 * server reports all defaults that it refuses at once.
 */

const object = (rest: JSONSchemaProps): JSONSchemaProps => ({ type: 'object', ...rest })
const text: JSONSchemaProps = { type: 'string' }
const whole: JSONSchemaProps = { type: 'integer' }
const rule = (expression: string): JSONSchemaProps => ({
  'x-kubernetes-validations': [{ rule: expression }],
})

const schemas: readonly JSONSchemaProps[] = [
  text,
  whole,
  { type: 'number' },
  { type: 'boolean' },
  { ...whole, format: 'int32' },
  { ...whole, format: 'int64', multipleOf: 2 },
  { ...whole, minimum: 1, maximum: 10 },
  { ...whole, minimum: 1, exclusiveMinimum: true },
  { ...whole, ...rule('self > 10') },
  { ...whole, ...rule('self == oldSelf') },
  { ...text, format: 'ipv4' },
  { ...text, format: 'date-time' },
  { ...text, format: 'email' },
  { ...text, format: 'duration' },
  { ...text, format: 'byte' },
  { ...text, format: 'unheard-of' },
  { ...text, pattern: '^a' },
  { ...text, minLength: 2, maxLength: 5 },
  { ...text, enum: ['a', 'b'] },
  { ...text, nullable: true },
  { ...text, ...rule("self.startsWith('a')") },
  { 'x-kubernetes-int-or-string': true },
  { 'x-kubernetes-preserve-unknown-fields': true },
  { type: 'array', items: text },
  { type: 'array', items: text, minItems: 1, maxItems: 2 },
  { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
  object({ properties: { p: text } }),
  object({ properties: { p: text }, required: ['p'] }),
  object({ properties: { p: { ...whole, minimum: 3 } }, minProperties: 1 }),
  object({ properties: { p: text, q: whole }, oneOf: [{ required: ['p'] }, { required: ['q'] }] }),
  object({ properties: { p: text, q: whole }, ...rule('has(self.p) == has(self.q)') }),
  object({ properties: { p: { ...whole, ...rule('self > 10') } } }),
  object({ additionalProperties: whole }),
  object({ additionalProperties: { ...text, format: 'ipv4' } }),
  object({ 'x-kubernetes-preserve-unknown-fields': true }),
  object({
    'x-kubernetes-preserve-unknown-fields': true,
    'x-kubernetes-embedded-resource': true,
  }),
]

const values: readonly JsonValue[] = [
  '',
  'a',
  'hello',
  '10.0.0.1',
  '2026-01-31T12:00:00Z',
  'yesterday',
  '5m',
  'a@b.org',
  'aGk=',
  0,
  1,
  2,
  7,
  11,
  1.5,
  2_147_483_648,
  true,
  [],
  ['a'],
  ['a', 'a'],
  ['a', 1],
  ['a', 'b', 'c'],
  {},
  { p: 'a' },
  { p: 2 },
  { p: 12 },
  { p: null },
  { p: 'a', q: 1 },
  { q: 1 },
  { r: 'a' },
  { apiVersion: 'v1', kind: 'Secret' },
  { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'x' } },
]

test('a default is refused where the API server refuses it', async (context) => {
  const client = useClient(context)
  const fields = schemas.flatMap((schema) => values.map((value) => ({ ...schema, default: value })))
  const refused = await refusedByServer(client, fields)
  const differing = fields.filter((schema, index) => isRefusedHere(schema) !== refused.has(index))
  expect(differing.filter((schema) => !isTakenAndRefusedLater(schema))).toEqual([])
  expect(refused.size).toBeGreaterThan(fields.length / 2)
  expect(refused.size).toBeLessThan(fields.length)
})

/**
 * Defaults that the server takes into a definition, and refuses in every object that gets them: it forgets
 * the two types of an integer or string there, and keeps a format that it does not know.
 */
function isTakenAndRefusedLater(schema: JSONSchemaProps): boolean {
  const isLost = schema['x-kubernetes-int-or-string'] === true || schema.format === 'unheard-of'
  return isLost && isRefusedHere(schema)
}

function isRefusedHere(schema: JSONSchemaProps): boolean {
  return checkDefault(schema, 'default').length + checkRulesOfDefault(schema, 'default').length > 0
}

/** Creates a definition with the fields for trial, and returns which of them the server names. */
async function refusedByServer(
  client: ReturnType<typeof useClient>,
  fields: readonly JSONSchemaProps[],
): Promise<ReadonlySet<number>> {
  const properties = Object.fromEntries(fields.map((schema, index) => [`f${index}`, schema]))
  const openAPIV3Schema = object({ properties: { spec: object({ properties }) } })
  const names = {
    plural: 'defaulted',
    singular: 'defaulted',
    kind: 'Defaulted',
    listKind: 'DefaultedList',
  }
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'defaulted.kernel.example.org' },
    spec: {
      group: 'kernel.example.org',
      names,
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  }
  const error: unknown = await client.create(definition, { dryRun: true }).catch((caught) => caught)
  if (!(error instanceof StatusError))
    throw new Error('the definition was not refused', { cause: error })
  const causes = error.status.details?.causes ?? []
  return new Set(
    causes.flatMap(({ field = '' }) => {
      const [, index] = /properties\[f(\d+)\]\.default/.exec(field) ?? []
      return index === undefined ? [] : [Number(index)]
    }),
  )
}
