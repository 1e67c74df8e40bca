import fc from 'fast-check'
import { expect, test, type TestContext } from 'vitest'
import type { CustomResourceDefinition } from '../../../src/apimachinery/custom-resource-definition.ts'
import type { JsonValue } from '../../../src/apimachinery/json.ts'
import type { KubernetesObject } from '../../../src/apimachinery/kubernetes-object.ts'
import { installCustomResourceDefinitions } from '../../../src/testing/index.ts'
import { isJsonObject } from '../../oracle/to-json.ts'
import { useClient } from '../provided.ts'
import {
  fieldName,
  group,
  inBatches,
  isOptional,
  randomKinds,
  renderKinds,
  rightSpec,
  trialsOf,
  type RandomKind,
} from '../random-kinds.ts'
import { objectsOf, runSource } from '../run-case.ts'
import { compareWithServer, validatorOf } from './compare-with-server.ts'

/*
 * Validators and the API server, given the same schemas of random types, say the same of the same objects: whether
 * they are taken, which fields are wrong in which words, and what is stored. KOPS_SEED=n makes others.
 */

const seed = Number(process.env['KOPS_SEED'] ?? 20_260_102)
const kinds = randomKinds(seed)

test('random objects are judged and defaulted as by the API server', async (context) => {
  const client = useClient(context)
  const definitions = await generate(context)
  await installCustomResourceDefinitions(client, [...definitions.values()])
  const validators = new Map(
    [...definitions].map(([name, definition]) => [name, validatorOf(definition)]),
  )
  const objects = kinds.flatMap((kind) => [...trialObjects(kind), ...mutatedObjects(kind)])
  const differences: object[] = []
  const counts = { taken: 0, refused: 0, unchecked: 0 }
  await inBatches(objects, async (object) => {
    const validator = validators.get(object.kind)
    if (validator === undefined) throw new Error(`there is no validator of ${object.kind}`)
    const { outcome, difference } = await compareWithServer(client, object, validator)
    counts[outcome] += 1
    if (difference !== undefined) differences.push({ spec: object['spec'], ...difference })
  })
  console.log(`seed ${seed}:`, counts)
  expect(
    differences.slice(0, 5),
    `${differences.length} of ${objects.length}, seed ${seed}`,
  ).toEqual([])
  expect(objects.length).toBeGreaterThan(3_000)
  expect(Math.min(counts.taken, counts.refused)).toBeGreaterThan(1_000)
})

async function generate(context: TestContext): Promise<Map<string, CustomResourceDefinition>> {
  // Other tests install random kinds of their own beside these.
  const run = await runSource(renderKinds(kinds).replaceAll(group, ownGroup))
  context.expect(run.exitCode, run.diagnostics).toBe(0)
  const definitions = objectsOf(run).filter(
    (each): each is CustomResourceDefinition & KubernetesObject =>
      each.kind === 'CustomResourceDefinition',
  )
  return new Map(definitions.map((each) => [each.spec.names.kind, each]))
}

const ownGroup = 'validation.random.kube.kops.dev'

function objectOf(kind: RandomKind, spec: JsonValue): KubernetesObject {
  return { apiVersion: `${ownGroup}/v1`, kind: kind.name, metadata: { name: 'a' }, spec }
}

/** Each value of each field, with all other fields right. */
function trialObjects(kind: RandomKind): KubernetesObject[] {
  const right = rightSpec(kind)
  return kind.fields.flatMap((form, index) =>
    trialsOf(form, isOptional(index)).map(({ value }) => {
      const { [fieldName(index)]: _left, ...without } = right
      return objectOf(
        kind,
        value === undefined ? without : { ...without, [fieldName(index)]: value },
      )
    }),
  )
}

const mutantsPerKind = 80

/** A right spec with some values anywhere in it replaced by others, or left out. */
function mutatedObjects(kind: RandomKind): KubernetesObject[] {
  const spec = rightSpec(kind)
  return fc
    .sample(fc.array(fc.tuple(fc.nat(), randomValue), { minLength: 1, maxLength: 4 }), {
      numRuns: mutantsPerKind,
      seed,
    })
    .map((changes) =>
      objectOf(
        kind,
        changes.reduce<JsonValue>((value, [choice, to]) => {
          const places = [...placesOf(value, [])]
          return replaceAt(value, places[choice % places.length] ?? [], to)
        }, spec),
      ),
    )
}

const randomValue: fc.Arbitrary<JsonValue | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.constantFrom(2 ** 31, -(2 ** 53), 1.5, 1e300, 1e-7, 0),
  fc.string({ maxLength: 6, unit: 'grapheme' }),
  fc.array(fc.constantFrom<JsonValue[]>('a', 1, null, {}), { maxLength: 3 }),
  fc.dictionary(fc.string({ maxLength: 4 }), fc.constantFrom<JsonValue[]>('a', 1, null), {
    maxKeys: 3,
    noNullPrototype: true,
  }),
)

function* placesOf(value: JsonValue, path: readonly string[]): Generator<readonly string[]> {
  if (path.length > 0) yield path
  if (typeof value !== 'object' || value === null) return
  for (const [name, each] of Object.entries(value)) yield* placesOf(each, [...path, name])
}

function replaceAt(
  value: JsonValue,
  [step, ...rest]: readonly string[],
  to: JsonValue | undefined,
): JsonValue {
  if (step === undefined) return to ?? null
  if (Array.isArray(value)) {
    return value.map((item: JsonValue, index) =>
      String(index) === step ? replaceAt(item, rest, to) : item,
    )
  }
  if (!isJsonObject(value)) return value
  const { [step]: found, ...others } = value
  if (rest.length === 0 && to === undefined) return others
  return { ...value, [step]: replaceAt(found ?? null, rest, to) }
}
