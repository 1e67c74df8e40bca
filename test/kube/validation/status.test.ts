import { expect, test } from 'vitest'
import type { CustomResourceDefinition } from '../../../src/apimachinery/custom-resource-definition.ts'
import type { JsonObject } from '../../../src/apimachinery/json.ts'
import type { KubernetesObject } from '../../../src/apimachinery/kubernetes-object.ts'
import { installCustomResourceDefinitions } from '../../../src/testing/index.ts'
import { useClient } from '../provided.ts'
import { definitionOf, judgeAsServer, validatorOf } from './compare-with-server.ts'

/*
 * Where the status is a subresource, it is no part of what is created or updated, and is judged where it is written.
 */

const identity = { group: 'status.validation.kube.kops.dev', kind: 'Status' }

function definition(): CustomResourceDefinition {
  const made = definitionOf(identity, {
    type: 'object',
    properties: { n: { type: 'integer', minimum: 1 }, replicas: { type: 'integer' } },
  })
  const [version] = made.spec.versions
  if (version === undefined) throw new Error('there is no version')
  version.subresources = {
    status: {},
    scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
  }
  version.schema.openAPIV3Schema.properties = {
    ...version.schema.openAPIV3Schema.properties,
    status: {
      type: 'object',
      required: ['phase'],
      properties: {
        phase: { type: 'string', enum: ['a', 'b'] },
        replicas: { type: 'integer' },
        conditions: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['type'],
          items: {
            type: 'object',
            required: ['type'],
            properties: { type: { type: 'string' }, why: { type: 'string', pattern: '^x' } },
          },
        },
      },
    },
  }
  return made
}

const statuses: readonly JsonObject[] = [
  {},
  { phase: 'a' },
  { phase: 'c', replicas: 1 },
  { phase: 'a', replicas: -1 },
  { phase: 'a', conditions: [{ type: 'A' }, { type: 'A' }] },
  { phase: 'a', conditions: [{ type: 'A', why: 'y' }, { why: 'x' }] },
]

test('a status is judged where it is written', async (context) => {
  const client = useClient(context)
  const made = definition()
  await installCustomResourceDefinitions(client, [made])
  const validator = validatorOf(made)
  const object: KubernetesObject = {
    apiVersion: `${identity.group}/v1`,
    kind: identity.kind,
    metadata: { name: 'a', namespace: 'default' },
    spec: { n: 1 },
  }
  const stored = await client.create(object)
  const show = (errors: ReturnType<typeof validator.validate>): string[] =>
    errors.map(({ reason, field, message }) => `${reason} ${field}: ${message}`).sort()
  for (const status of statuses) {
    for (const spec of [{ n: 1 }, { n: 0, replicas: -1 }, { replicas: 'x' }, true]) {
      const other = { ...object, metadata: { name: 'b', namespace: 'default' }, spec, status }
      const updated = { ...stored, spec, status }
      const writes = {
        create: {
          mine: validator.validate(other),
          theirs: await judgeAsServer(() => client.create(other, { dryRun: true })),
        },
        update: {
          mine: validator.validate(updated, { old: stored }),
          theirs: await judgeAsServer(() => client.update(updated, { dryRun: true })),
        },
        status: {
          mine: validator.validate({ ...stored, status }, { old: stored, subresource: 'status' }),
          theirs: await judgeAsServer(() =>
            client.update({ ...stored, status }, { dryRun: true, subresource: 'status' }),
          ),
        },
      }
      for (const [name, { mine, theirs }] of Object.entries(writes)) {
        const causes = 'causes' in theirs ? theirs.causes.toSorted() : []
        expect(show(mine), `${name} ${JSON.stringify({ spec, status })}`).toEqual(causes)
      }
    }
  }
})
