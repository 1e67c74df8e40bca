import fc from 'fast-check'
import type { JsonObject, JsonValue } from '../../src/apimachinery/json.ts'
import type { KubernetesObject } from '../../src/apimachinery/kubernetes-object.ts'
import { renderYaml } from '../../src/manifest/render-yaml.ts'
import { StatusError, type RestClient } from '../../src/testing/index.ts'
import { isJsonObject, toJson } from '../oracle/to-json.ts'
import { anyForm, formNamed, formNames } from './type-forms.ts'
import type { TypedForm } from './typed-form.ts'

/*
 * Kinds whose fields are of random types, and the objects that try each bound of each field.
 */

export const group = 'random.kube.kops.dev'

export interface RandomKind {
  readonly name: string
  readonly fields: readonly TypedForm[]
}

/** One value of a field and what the server must do with it; `undefined` leaves the field out. */
export interface Trial {
  readonly value: JsonValue | undefined
  readonly isValid: boolean
  /** What the server keeps of a valid one. */
  readonly stored: JsonValue | undefined
}

const [fieldsPerForm, furtherFields, fieldsPerKind] = [4, 60, 24]

/** Some fields of each form, and some of any. */
export function randomKinds(seed: number): RandomKind[] {
  const chosen = formNames.flatMap((form, index) =>
    fc.sample(formNamed(form, 2), { numRuns: fieldsPerForm, seed: seed + index }),
  )
  const fields = [...chosen, ...fc.sample(anyForm(2), { numRuns: furtherFields, seed })]
  const kinds: RandomKind[] = []
  for (let start = 0; start < fields.length; start += fieldsPerKind) {
    const own = fields.slice(start, start + fieldsPerKind)
    kinds.push({ name: `Random${kinds.length}`, fields: own })
  }
  return kinds
}

const scalarNames =
  'Bytes, CustomResource, Double, Int32, Int64, Integer, IntOrString, Quantity, Time'
const kubernetesNames =
  'LocalObjectReference, PersistentVolumeClaimSpec, PodSpec, PodTemplateSpec, ResourceRequirements, SecretKeySelector'

/** The kinds as one file of TypeScript. */
export function renderKinds(kinds: readonly RandomKind[]): string {
  const declarations = kinds.flatMap(({ fields }) => fields.flatMap((field) => field.declarations))
  const interfaces = kinds.map(({ name, fields }) => {
    const members = fields.map((field, index) => {
      const mark = isOptional(index) ? '?' : ''
      const lines = [...field.markers, `${fieldName(index)}${mark}: ${field.type}`]
      return lines.map((line) => `    ${line}`).join('\n')
    })
    return `export interface ${name} extends CustomResource {\n  spec: {\n${members.join('\n')}\n  }\n}`
  })
  return [
    `import type { ${scalarNames}, LabelSelector } from 'kops'`,
    `import type { ${kubernetesNames} } from 'kops/kubernetes/core/v1'`,
    `// +groupName=${group}`,
    ...new Set(declarations),
    ...interfaces,
  ].join('\n\n')
}

export function fieldName(index: number): string {
  return `f${index}`
}

export function isOptional(index: number): boolean {
  return index % 3 === 0
}

/** The values of a field, those that are refused or dropped first: they find out most. */
export function trialsOf(form: TypedForm, isLeftOut: boolean): Trial[] {
  const { absent } = form
  return [
    ...form.invalid.map((value) => ({ value, isValid: false, stored: undefined })),
    { value: undefined, isValid: isLeftOut || absent !== undefined, stored: absent },
    ...form.valid.map((value) => ({ value, isValid: true, stored: value })),
  ]
}

/** A spec with all fields right. */
export function rightSpec({ fields }: RandomKind): JsonObject {
  return Object.fromEntries(
    fields.map((field, index) => [fieldName(index), field.valid[0] ?? null]),
  )
}

/** What the server did otherwise than it must; `undefined` where it did right. */
export async function findMistake(
  client: RestClient,
  object: KubernetesObject,
  { field, trial }: { readonly field: string; readonly trial: Trial },
): Promise<string | undefined> {
  const { stored, refusal } = await send(client, object)
  if (refusal !== undefined) return trial.isValid ? refusal : undefined
  const spec = toJson(stored?.['spec'])
  const kept = isJsonObject(spec) ? spec[field] : undefined
  // What the schema does not have is not refused but dropped.
  if (!trial.isValid) return isSame(kept, trial.value) ? 'taken' : undefined
  return isSame(kept, trial.stored) ? undefined : `kept as ${JSON.stringify(toPlain(kept))}`
}

async function send(
  client: RestClient,
  object: KubernetesObject,
): Promise<{ stored?: KubernetesObject; refusal?: string }> {
  try {
    return { stored: await client.create(object, { dryRun: true }) }
  } catch (error) {
    // What cannot be read as an object with metadata is a bad request.
    if (error instanceof StatusError && /^(Invalid|BadRequest)$/.test(error.reason)) {
      return { refusal: error.message }
    }
    throw error
  }
}

function isSame(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === undefined || right === undefined) return left === right
  return renderYaml(left) === renderYaml(right)
}

function toPlain(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : renderYaml(value)
}

const batchSize = 8

/** Runs `body` for every item, a few at a time. */
export async function inBatches<T>(
  items: readonly T[],
  body: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  await Promise.all(
    Array.from({ length: batchSize }, async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await body(item)
    }),
  )
}
