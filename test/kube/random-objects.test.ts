import { expect, test } from 'vitest'
import type { CustomResourceDefinition } from '../../src/apimachinery/custom-resource-definition.ts'
import type { KubernetesObject } from '../../src/apimachinery/kubernetes-object.ts'
import { installCustomResourceDefinitions, StatusError } from '../../src/testing/index.ts'
import { randomObject } from '../../src/testing/random/random-object.ts'
import { Random } from '../../src/testing/random/random.ts'
import { useClient } from './provided.ts'
import { group, inBatches, randomKinds, renderKinds } from './random-kinds.ts'
import { objectsOf, runSource } from './run-case.ts'

/*
 * The objects that a conversion is tried with: the API server must take what is made from a schema. KOPS_SEED=n makes
 * other types and objects.
 */

const seed = Number(process.env['KOPS_SEED'] ?? 20_260_101)
const objectsPerKind = 30

test('the API server takes objects that are made from a schema', async (context) => {
  const client = useClient(context)
  const run = await runSource(renderKinds(randomKinds(seed)))
  expect(run.exitCode, run.diagnostics).toBe(0)
  const definitions = objectsOf(run).filter(
    (each): each is CustomResourceDefinition & KubernetesObject =>
      each.kind === 'CustomResourceDefinition',
  )
  await installCustomResourceDefinitions(client, definitions.map(withoutRules))
  const objects = definitions.flatMap(({ spec }) =>
    Array.from({ length: objectsPerKind }, (_, index): KubernetesObject => {
      const random = new Random(seed + index)
      const schema = spec.versions[0]?.schema.openAPIV3Schema ?? {}
      return {
        apiVersion: `${group}/v1`,
        kind: spec.names.kind,
        metadata: { name: 'a' },
        ...randomObject(schema, { random, fullness: index / objectsPerKind }),
      }
    }),
  )
  const refusals: string[] = []
  await inBatches(objects, async (object) => {
    await client.create(object, { dryRun: true }).catch((error: unknown) => {
      if (!(error instanceof StatusError)) throw error
      refusals.push(error.message)
    })
  })
  console.log(`random objects: ${refusals.length} of ${objects.length} refused, seed ${seed}`)
  expect(refusals.slice(0, 5)).toEqual([])
  expect(objects.length).toBeGreaterThan(200)
})

/** Rules in CEL are left to whoever writes objects by hand. */
function withoutRules(definition: CustomResourceDefinition): CustomResourceDefinition {
  const text = JSON.stringify(definition, (name, value: unknown) =>
    name === 'x-kubernetes-validations' ? undefined : value,
  )
  return JSON.parse(text) as CustomResourceDefinition
}
