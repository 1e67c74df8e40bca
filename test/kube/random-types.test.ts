import fc from 'fast-check'
import { expect, test, type TestContext } from 'vitest'
import type { CustomResourceDefinition } from '../../src/apimachinery/custom-resource-definition.ts'
import type { JsonObject, JsonValue } from '../../src/apimachinery/json.ts'
import type { KubernetesObject } from '../../src/apimachinery/kubernetes-object.ts'
import {
  installCustomResourceDefinitions,
  StatusError,
  type RestClient,
} from '../../src/testing/index.ts'
import { renderYaml } from '../../src/manifest/render-yaml.ts'
import { isJsonObject, toJson } from '../oracle/to-json.ts'
import { useClient } from './provided.ts'
import { objectsOf, runSource } from './run-case.ts'
import { formNames, typedForm, type TypedForm } from './type-forms.ts'

/*
 * Random types, and objects on both sides of every bound that they set: the API server, given the schema
 * that kops writes, must take the ones and refuse the others.
 */

const seed = Number(process.env['KOPS_SEED'] ?? 20_260_101)
const [kindCount, fieldCount] = [12, 24]
const group = 'random.kube.kops.dev'
const batchSize = 8

/** One object and what the server must do with it. */
interface Trial {
  readonly object: KubernetesObject
  readonly field: string
  readonly form: TypedForm
  readonly isValid: boolean
}

interface Kind {
  readonly name: string
  readonly fields: readonly TypedForm[]
}

const kinds: readonly Kind[] = fc
  .sample(fc.array(typedForm(2), { minLength: fieldCount, maxLength: fieldCount }), {
    numRuns: kindCount,
    seed,
  })
  .map((fields, index) => ({ name: `Random${index}`, fields }))

test('the API server takes what random types admit and nothing else', async (context) => {
  const client = useClient(context)
  await installCustomResourceDefinitions(client, await generate(context))
  const trials = kinds.flatMap(buildTrials)
  const mistakes = await tryAll(client, trials)
  console.log(renderCoverage(trials))
  expect(mistakes.slice(0, 5), `${mistakes.length} of ${trials.length}, seed ${seed}`).toEqual([])
  expect(trials.length).toBeGreaterThanOrEqual(2_000)
  expect(
    formNames.filter((form) => !trials.some((trial) => trial.form.forms.includes(form))),
  ).toEqual([])
})

test('a schema that lacks a keyword is found out', async (context) => {
  const client = useClient(context)
  const [definition] = await generate(context)
  const [kind] = kinds
  if (definition === undefined || kind === undefined) throw new Error('there is no kind')
  const mutants = buildMutants(definition)
  const taken = await installWhereLegal(client, mutants)
  const trials = buildTrials(kind)
  const survivors: string[] = []
  await Promise.all(
    taken.map(async (mutant) => {
      if (!(await isCaught(client, mutant, trials))) survivors.push(mutant.path)
    }),
  )
  const caught = (taken.length - survivors.length) / taken.length
  console.log(
    `${taken.length} mutants, ${(caught * 100).toFixed(1)} % caught; left: ${survivors.join(', ')}`,
  )
  expect(taken.length).toBeGreaterThan(40)
  expect(caught).toBeGreaterThanOrEqual(0.95)
})

/** Whether some object that concerns the keyword is judged otherwise than by the whole schema. */
async function isCaught(
  client: RestClient,
  { definition, field }: Mutant,
  trials: readonly Trial[],
): Promise<boolean> {
  const { kind } = definition.spec.names
  const own = trials.filter((trial) => field === undefined || trial.field === field)
  const onMutant = own.map((trial) => ({ ...trial, object: { ...trial.object, kind } }))
  return (await tryAll(client, onMutant)).length > 0
}

async function generate(context: TestContext): Promise<CustomResourceDefinition[]> {
  const run = await runSource(renderSource(kinds))
  context.expect(run.exitCode, run.diagnostics).toBe(0)
  const order = new Map(kinds.map(({ name }, index) => [name, index]))
  return objectsOf(run)
    .filter(
      (each): each is CustomResourceDefinition & KubernetesObject =>
        each.kind === 'CustomResourceDefinition',
    )
    .sort(
      (left, right) =>
        (order.get(left.spec.names.kind) ?? 0) - (order.get(right.spec.names.kind) ?? 0),
    )
}

function renderSource(all: readonly Kind[]): string {
  const declarations = all.flatMap(({ fields }) => fields.flatMap((field) => field.declarations))
  const interfaces = all.map(({ name, fields }) => {
    const members = fields.map((field, index) => {
      const mark = isOptional(index) ? '?' : ''
      return [...field.markers, `f${index}${mark}: ${field.type}`]
        .map((line) => `    ${line}`)
        .join('\n')
    })
    return `export interface ${name} extends CustomResource {\n  spec: {\n${members.join('\n')}\n  }\n}`
  })
  const names = 'Bytes, CustomResource, Double, Int32, Int64, Integer, IntOrString, Quantity, Time'
  return [
    `import type { ${names} } from 'kops'`,
    `// +groupName=${group}`,
    ...new Set(declarations),
    ...interfaces,
  ].join('\n\n')
}

function isOptional(index: number): boolean {
  return index % 3 === 0
}

/** For each field, an object for each value of it, with all other fields right. */
function buildTrials({ name, fields }: Kind): Trial[] {
  const right = Object.fromEntries(
    fields.map((field, index) => [`f${index}`, field.valid[0] ?? null]),
  )
  const build = (spec: JsonObject): KubernetesObject => ({
    apiVersion: `${group}/v1`,
    kind: name,
    metadata: { name: 'a' },
    spec,
  })
  return fields.flatMap((form, index) => {
    const field = `f${index}`
    const { [field]: _left, ...without } = right
    const trial = (value: JsonValue, isValid: boolean): Trial => ({
      object: build({ ...right, [field]: value }),
      field,
      form,
      isValid,
    })
    return [
      ...form.valid.map((value) => trial(value, true)),
      ...form.invalid.map((value) => trial(value, false)),
      { object: build(without), field, form, isValid: isOptional(index) },
    ]
  })
}

/** What the server did otherwise than it must. */
async function tryAll(client: RestClient, trials: readonly Trial[]): Promise<object[]> {
  const mistakes: object[] = []
  for (let start = 0; start < trials.length; start += batchSize) {
    const batch = trials.slice(start, start + batchSize)
    await Promise.all(
      batch.map(async (trial) => {
        const refusal = await objection(client, trial.object)
        if ((refusal === undefined) !== trial.isValid)
          mistakes.push(describeMistake(trial, refusal))
      }),
    )
  }
  return mistakes
}

/** What the server has against the object; `undefined` where it takes and keeps it as it is. */
async function objection(
  client: RestClient,
  object: KubernetesObject,
): Promise<string | undefined> {
  try {
    const stored = await client.create(object, { dryRun: true })
    const isKept = renderYaml(toJson(stored['spec'])) === renderYaml(toJson(object['spec']))
    return isKept ? undefined : 'taken, but not kept as it is'
  } catch (error) {
    if (error instanceof StatusError && error.reason === 'Invalid') return error.message
    throw error
  }
}

function describeMistake(
  { object, field, form, isValid }: Trial,
  refusal: string | undefined,
): object {
  const { spec } = object
  return {
    kind: object.kind,
    field,
    type: form.type,
    markers: form.markers,
    declarations: form.declarations,
    value: isJsonObject(toJson(spec)) ? (toJson(spec) as JsonObject)[field] : undefined,
    expected: isValid ? 'taken' : 'refused',
    refusal,
  }
}

function renderCoverage(trials: readonly Trial[]): string {
  const count = (form: string, isValid: boolean): number =>
    trials.filter((trial) => trial.isValid === isValid && trial.form.forms.includes(form)).length
  const lines = formNames.map(
    (form) => `  ${form}: ${count(form, true)} taken, ${count(form, false)} refused`,
  )
  return [`${trials.length} objects of random types (seed ${seed})`, ...lines].join('\n')
}

/** The definition with one keyword left out somewhere in its schema. */
interface Mutant {
  readonly definition: CustomResourceDefinition
  readonly path: string
  /** The field of the spec that the keyword belongs to. */
  readonly field: string | undefined
}

/** Keywords that say nothing about which objects are taken, or that others stand upon. */
const untouched = new Set([
  'description',
  'title',
  'type',
  'properties',
  'items',
  'additionalProperties',
])

function buildMutants(definition: CustomResourceDefinition): Mutant[] {
  const value = toJson(definition)
  const root = ['spec', 'versions', '0', 'schema', 'openAPIV3Schema', 'properties', 'spec']
  return listKeywords(valueAt(value, root), root).map((path, index) => {
    const name = `mutant${index}`
    const mutated = without(value, path) as unknown as CustomResourceDefinition
    const names = {
      kind: `Mutant${index}`,
      listKind: `Mutant${index}List`,
      plural: name,
      singular: name,
    }
    return {
      definition: {
        ...mutated,
        metadata: { name: `${name}.${group}` },
        spec: { ...mutated.spec, names },
      },
      path: path.slice(root.length).join('.'),
      field: path[root.length] === 'properties' ? path[root.length + 1] : undefined,
    }
  })
}

/** Paths of keywords that decide which objects are taken. */
function listKeywords(schema: JsonValue | undefined, path: readonly string[]): string[][] {
  if (!isJsonObject(schema)) return []
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const own = [...path, keyword]
    if (keyword === 'properties' && isJsonObject(value)) {
      return Object.entries(value)
        .filter(([name]) => !isDiscriminator(schema, name))
        .flatMap(([name, property]) => listKeywords(property, [...own, name]))
    }
    if (keyword === 'items' || keyword === 'additionalProperties') return listKeywords(value, own)
    return untouched.has(keyword) || isRepeated(keyword, schema) ? [] : [own]
  })
}

/** The branches of a `oneOf` name its values once more: its own enum is for readers. */
function isDiscriminator(schema: JsonObject, name: string): boolean {
  return name === 'kind' && 'oneOf' in schema
}

/** What the server does not hold a value against, or what another keyword beside it says as well. */
function isRepeated(keyword: string, schema: JsonObject): boolean {
  if (keyword === 'anyOf') return 'x-kubernetes-int-or-string' in schema
  if (keyword !== 'format') return false
  const isBounded = 'minimum' in schema && 'maximum' in schema
  return isBounded || ['double', 'float', 'int64'].some((format) => schema['format'] === format)
}

function valueAt(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  let at: JsonValue | undefined = value
  for (const step of path) {
    at = Array.isArray(at) ? at[Number(step)] : isJsonObject(at) ? at[step] : undefined
  }
  return at
}

function without(value: JsonValue, [step = '', ...rest]: readonly string[]): JsonValue {
  if (Array.isArray(value)) {
    return value.map((item: JsonValue, index) =>
      String(index) === step ? without(item, rest) : item,
    )
  }
  if (!isJsonObject(value)) return value
  const { [step]: found, ...others } = value
  if (rest.length === 0 || found === undefined) return others
  return { ...others, [step]: without(found, rest) }
}

/** A mutant that the server refuses is found out before any object is sent. */
async function installWhereLegal(
  client: RestClient,
  mutants: readonly Mutant[],
): Promise<Mutant[]> {
  const taken: Mutant[] = []
  await Promise.all(
    mutants.map(async (mutant) => {
      try {
        await client.apply(mutant.definition, { dryRun: true })
        taken.push(mutant)
      } catch (error) {
        if (!(error instanceof StatusError)) throw error
      }
    }),
  )
  await installCustomResourceDefinitions(
    client,
    taken.map((each) => each.definition),
    {
      timeoutMs: 120_000,
    },
  )
  return taken
}
