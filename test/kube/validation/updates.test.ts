import { expect, test } from 'vitest'
import type { JSONSchemaProps } from '../../../src/apimachinery/custom-resource-definition.ts'
import type { JsonObject } from '../../../src/apimachinery/json.ts'
import type { KubernetesObject } from '../../../src/apimachinery/kubernetes-object.ts'
import { installCustomResourceDefinitions, waitFor } from '../../../src/testing/index.ts'
import { useClient } from '../provided.ts'
import { definitionOf, judgeAsServer, validatorOf } from './compare-with-server.ts'

/*
 * An object that was stored when its schema took more, and updates of it: what has not changed is not held against
 * the new object, and rules see the old one.
 */

const identity = { group: 'updates.validation.kube.kops.dev', kind: 'Update' }
const open: JSONSchemaProps = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

const strict: JSONSchemaProps = {
  type: 'object',
  required: ['late'],
  properties: {
    n: { type: 'integer', minimum: 5 },
    word: { type: 'string', enum: ['a', 'b'] },
    items: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
      items: {
        type: 'object',
        required: ['k'],
        properties: { k: { type: 'string' }, v: { type: 'string', minLength: 3 } },
      },
    },
    texts: { type: 'array', items: { type: 'string', minLength: 3 } },
    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    object: {
      type: 'object',
      required: ['b'],
      properties: { a: { type: 'string', pattern: '^x+$' }, b: { type: 'string' } },
    },
    map: { type: 'object', additionalProperties: { type: 'integer', maximum: 3 } },
    choice: {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      oneOf: [{ required: ['a'] }, { required: ['b'] }],
    },
    fixed: {
      type: 'string',
      'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'fixed' }],
    },
    ruled: {
      type: 'object',
      properties: { x: { type: 'integer' }, y: { type: 'integer' } },
      'x-kubernetes-validations': [
        { rule: 'self.x < self.y', messageExpression: "'x ' + 'too large'", fieldPath: '.x', reason: 'FieldValueForbidden' },
      ],
    },
    late: { type: 'string' },
  },
} // prettier-ignore

const stored: JsonObject = {
  n: 1,
  word: 'x',
  items: [
    { k: 'a', v: 'x' },
    { k: 'b', v: 'yyy' },
  ],
  texts: ['x', 'yyyy'],
  set: ['a', 'a'],
  object: { a: 'y' },
  map: { a: 9, b: 1 },
  choice: { a: '1', b: '2' },
  fixed: 'f',
  ruled: { x: 2, y: 1 },
}

const changes: Readonly<Record<string, JsonObject>> = {
  'nothing but a label': {},
  'another field': { late: 'x' },
  'a number that is still too small': { late: 'x', n: 2 },
  'a word that is still wrong': { late: 'x', word: 'y' },
  'the right item of a map': { late: 'x', items: [{ k: 'a', v: 'x' }, { k: 'b', v: 'zzz' }] },
  'the wrong item of a map': { late: 'x', items: [{ k: 'a', v: 'z' }, { k: 'b', v: 'yyy' }] },
  'the order of a map': { late: 'x', items: [{ k: 'b', v: 'yyy' }, { k: 'a', v: 'x' }] },
  'a new item of a map': { late: 'x', items: [{ k: 'a', v: 'x' }, { k: 'c', v: 'z' }] },
  'an item of a list': { late: 'x', texts: ['x', 'zzzz'] },
  'a set that was wrong': { late: 'x', set: ['a', 'a', 'b'] },
  'a field of an object': { late: 'x', object: { a: 'y', b: 'x' } },
  'the wrong field of an object': { late: 'x', object: { a: 'z', b: 'x' } },
  'an entry of a map': { late: 'x', map: { a: 9, b: 2 } },
  'the wrong entry of a map': { late: 'x', map: { a: 8, b: 1 } },
  'a union': { late: 'x', choice: { a: '1', b: '3' } },
  'a fixed field': { late: 'x', fixed: 'g' },
  'what a rule is about': { late: 'x', ruled: { x: 3, y: 1 } },
  'several things': { n: 0, word: 'z', fixed: 'h', ruled: { x: 1, y: 2 } },
} // prettier-ignore

test('updates are judged as by the API server', async (context) => {
  const client = useClient(context)
  const object: KubernetesObject = {
    apiVersion: `${identity.group}/v1`,
    kind: identity.kind,
    metadata: { name: 'a', namespace: 'default' },
    spec: stored,
  }
  await installCustomResourceDefinitions(client, [definitionOf(identity, open)])
  const old = await client.create(object)
  const definition = definitionOf(identity, strict)
  await installCustomResourceDefinitions(client, [definition])
  const withBadName = { ...object, metadata: { name: 'b', namespace: 'default' }, spec: { n: 1 } }
  const hasNewSchema = async (): Promise<boolean> =>
    'causes' in (await judgeAsServer(() => client.create(withBadName, { dryRun: true })))
  await waitFor('the new schema', hasNewSchema, { timeoutMs: 60_000 })
  const validator = validatorOf(definition)
  for (const [title, change] of Object.entries(changes)) {
    const updated = {
      ...old,
      metadata: { ...old.metadata, labels: { a: 'b' } },
      spec: { ...stored, ...change },
    }
    const answer = await judgeAsServer(() => client.update(updated, { dryRun: true }))
    const { errors, unchecked } = validator.judge(updated, { old })
    expect(unchecked, title).toEqual([])
    const mine = errors.map(({ reason, field, message }) => `${reason} ${field}: ${message}`)
    expect(mine.sort(), title).toEqual('causes' in answer ? answer.causes.toSorted() : [])
  }
})
