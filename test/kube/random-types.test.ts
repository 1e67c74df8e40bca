import { expect, test, type TestContext } from 'vitest'
import type {
  CustomResourceDefinition,
  JSONSchemaProps,
} from '../../src/apimachinery/custom-resource-definition.ts'
import type { JsonObject } from '../../src/apimachinery/json.ts'
import type { KubernetesObject } from '../../src/apimachinery/kubernetes-object.ts'
import { installCustomResourceDefinitions, type RestClient } from '../../src/testing/index.ts'
import { useClient } from './provided.ts'
import {
  fieldName,
  findMistake,
  group,
  inBatches,
  isOptional,
  randomKinds,
  renderKinds,
  rightSpec,
  trialsOf,
  type RandomKind,
  type Trial,
} from './random-kinds.ts'
import { objectsOf, runSource } from './run-case.ts'
import {
  hostMutants,
  mutantsOf,
  silentBeside,
  silentKeywords,
  type Host,
  type Mutant,
} from './schema-mutants.ts'
import { formNames } from './type-forms.ts'
import type { TypedForm } from './typed-form.ts'

/*
 * Random types, and objects on both sides of every bound that they set: the API server, given the schema
 * that kops writes, must take the ones and refuse the others. KOPS_SEED=n makes other types.
 */

const seed = Number(process.env['KOPS_SEED'] ?? 20_260_101)
const kinds = randomKinds(seed)

/** One object, and which value of which field is tried in it. */
interface FieldTrial {
  readonly kind: string
  readonly field: string
  readonly form: TypedForm
  readonly spec: JsonObject
  readonly trial: Trial
}

test('the API server takes what random types admit and nothing else', async (context) => {
  const client = useClient(context)
  const schemas = await generate(context)
  await installCustomResourceDefinitions(client, [...schemas.values()])
  const trials = kinds.flatMap(fieldTrials)
  const mistakes: object[] = []
  await inBatches(trials, async (each) => {
    const mistake = await findMistake(client, objectOf(each.kind, each.spec), each)
    if (mistake !== undefined) mistakes.push({ ...describe(each), mistake })
  })
  console.log(renderCoverage(trials))
  expect(mistakes.slice(0, 5), `${mistakes.length} of ${trials.length}, seed ${seed}`).toEqual([])
  expect(trials.length).toBeGreaterThanOrEqual(2_400)
  for (const isValid of [true, false]) {
    const tried = trials.filter(({ trial }) => trial.isValid === isValid)
    const seen = new Set(tried.flatMap(({ form }) => form.forms))
    expect(formNames.filter((form) => !seen.has(form))).toEqual([])
  }
})

/** A mutant of the schema of one field, or of all fields together. */
interface TriedMutant extends Mutant {
  readonly name: string
  /** Values that the whole schema judges rightly. */
  readonly trials: readonly Trial[]
}

test('a schema that lacks a keyword is found out', async (context) => {
  const client = useClient(context)
  const schemas = await generate(context)
  const mutants = kinds.flatMap((kind) => mutantsOfKind(kind, specOf(schemas.get(kind.name))))
  const hosts = await hostMutants(client, mutants)
  await installCustomResourceDefinitions(
    client,
    hosts.map(({ definition }) => definition),
    { timeoutMs: 120_000 },
  )
  const tried = hosts.flatMap((host) => host.mutants.map((each) => ({ host, ...each })))
  const escaped: string[] = []
  await inBatches(tried, async ({ host, field, mutant }) => {
    if (!(await isCaught(client, { host, field, mutant }))) {
      escaped.push(`${mutant.path} of ${mutant.name}`)
    }
  })
  const caught = 1 - escaped.length / mutants.length
  console.log(renderMutants({ all: mutants.length, tried: tried.length, escaped }))
  expect(mutants.length).toBeGreaterThan(150)
  expect(caught).toBeGreaterThanOrEqual(0.95)
})

async function generate(context: TestContext): Promise<Map<string, CustomResourceDefinition>> {
  const run = await runSource(renderKinds(kinds))
  context.expect(run.exitCode, run.diagnostics).toBe(0)
  const definitions = objectsOf(run).filter(
    (each): each is CustomResourceDefinition & KubernetesObject =>
      each.kind === 'CustomResourceDefinition',
  )
  return new Map(definitions.map((each) => [each.spec.names.kind, each]))
}

function specOf(definition: CustomResourceDefinition | undefined): JSONSchemaProps {
  const [version] = definition?.spec.versions ?? []
  const spec = version?.schema.openAPIV3Schema.properties?.['spec']
  if (spec === undefined) throw new Error('there is no schema of a spec')
  return spec
}

function objectOf(kind: string, spec: JsonObject): KubernetesObject {
  return { apiVersion: `${group}/v1`, kind, metadata: { name: 'a' }, spec }
}

/** For each field, an object for each value of it, with all other fields right. */
function fieldTrials(kind: RandomKind): FieldTrial[] {
  const right = rightSpec(kind)
  return kind.fields.flatMap((form, index) => {
    const field = fieldName(index)
    return trialsOf(form, isOptional(index)).map((trial) => ({
      kind: kind.name,
      field,
      form,
      spec: replace(right, field, trial),
      trial,
    }))
  })
}

function replace(right: JsonObject, field: string, { value }: Trial): JsonObject {
  const { [field]: _left, ...without } = right
  return value === undefined ? without : { ...without, [field]: value }
}

/** Kubernetes' own types have a test of their own, against controller-gen. */
const leftOut = "Kubernetes' type"

function mutantsOfKind(kind: RandomKind, spec: JSONSchemaProps): TriedMutant[] {
  const ofFields = kind.fields.flatMap((form, index) => {
    const schema = spec.properties?.[fieldName(index)]
    if (schema === undefined || form.forms.includes(leftOut)) return []
    const trials = trialsOf(form, true)
    return mutantsOf(schema).map((mutant) => ({ ...mutant, trials, name: form.type }))
  })
  const { properties: _fields, ...own } = spec
  const ofSpec = mutantsOf(own).map((mutant) => ({
    ...mutant,
    schema: { ...mutant.schema, properties: spec.properties ?? {} },
    trials: wholeTrials(kind),
    name: kind.name,
  }))
  return everyNth([...ofFields, ...ofSpec])
}

const mutantsPerKind = 20

/** Some of them, spread over all fields; which ones depends on the seed. */
function everyNth<T>(all: readonly T[]): T[] {
  const step = Math.ceil(all.length / mutantsPerKind)
  return all.filter((_, index) => index % step === seed % step)
}

/** The whole spec as one value: with a field left out, and as it should be. */
function wholeTrials(kind: RandomKind): Trial[] {
  const right = rightSpec(kind)
  return kind.fields.map((form, index) => {
    const { [fieldName(index)]: _left, ...value } = right
    const isValid = isOptional(index) || form.absent !== undefined
    const filled = form.absent === undefined ? {} : { [fieldName(index)]: form.absent }
    return { value, isValid, stored: { ...value, ...filled } }
  })
}

/** Whether some value is judged otherwise than by the whole schema. */
async function isCaught(
  client: RestClient,
  { host, field, mutant }: { host: Host<TriedMutant>; field: string; mutant: TriedMutant },
): Promise<boolean> {
  for (const trial of mutant.trials) {
    const spec = trial.value === undefined ? {} : { [field]: trial.value }
    const mistake = await findMistake(client, objectOf(host.kind, spec), { field, trial })
    if (mistake !== undefined) return true
  }
  return false
}

function describe({ kind, field, form, trial }: FieldTrial): object {
  const { type, markers, declarations } = form
  const expected = trial.isValid ? 'taken' : 'refused'
  return { kind, field, type, markers, declarations, value: trial.value, expected }
}

function renderCoverage(trials: readonly FieldTrial[]): string {
  const count = (form: string, isValid: boolean): number =>
    trials.filter((each) => each.trial.isValid === isValid && each.form.forms.includes(form)).length
  const lines = formNames.map(
    (form) => `  ${form}: ${count(form, true)} taken, ${count(form, false)} refused`,
  )
  return [`${trials.length} objects of random types (seed ${seed})`, ...lines].join('\n')
}

function renderMutants({
  all,
  tried,
  escaped,
}: {
  readonly all: number
  readonly tried: number
  readonly escaped: readonly string[]
}): string {
  const caught = (100 * (all - escaped.length)) / all
  const reasons = [
    ...Object.entries(silentKeywords).map(([keyword, why]) => `${keyword}: ${why}`),
    ...silentBeside.map(({ keyword, why }) => `${keyword}: ${why}`),
  ]
  return [
    `${all} keywords left out, one at a time (seed ${seed}): ${caught.toFixed(1)} % found out, ${all - tried} of them by the server at once`,
    ...escaped.map((each) => `  not found out: ${each}`),
    ...reasons.map((each) => `  not tried: ${each}`),
  ].join('\n')
}
