import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { CustomResourceDefinition } from '../apimachinery/custom-resource-definition.ts'
import { member } from '../apimachinery/json-members.ts'
import type { KubernetesObject } from '../apimachinery/kubernetes-object.ts'
import { parseYaml } from '../manifest/parse-yaml.ts'
import { withoutOriginals } from '../runtime/conversion/original.ts'
import { Random } from './random/random.ts'
import { randomMetadata, randomObject } from './random/random-object.ts'

/** A conversion to another version and back. */
export interface RoundTrip<From, To> {
  /** The version that the objects start and end in. */
  readonly version: string
  readonly there: (object: From) => To
  readonly back: (object: To) => From
  /** Default: 300. */
  readonly objects?: number
  /** The same seed makes the same objects. Default: 1. */
  readonly seed?: number
}

/** What a field was, and what it came back as; `undefined` where it is not there. */
export interface Loss {
  readonly before: unknown
  readonly after: unknown
}

/**
 * Converts random objects to another version and back, and tells which fields do not come back as they were, by path
 * (`spec.ports[].name`), each with the first and smallest object's value. The objects are made from the schema of a CRD,
 * less its CEL rules. Nothing else than these objects is tried: an empty answer means that none was lost in them.
 */
export async function findConversionLosses<From, To>(
  crd: string,
  { version, there, back, objects = 300, seed = 1 }: RoundTrip<From, To>,
): Promise<Record<string, Loss>> {
  const make = await readMaker(crd, version)
  const losses = new Map<string, Loss>()
  for (let index = 0; index < objects; index++) {
    const random = new Random(seed + index)
    const object = make(random, Math.min(1, index / (objects / 2)))
    const text = JSON.stringify(object)
    const returned = convert(object as unknown as From, { there, back }, text)
    const after = settle(returned as unknown as KubernetesObject)
    // A conversion may have changed what it was given.
    const before: unknown = JSON.parse(text)
    for (const { path, ...loss } of compare(before, after, '')) {
      if (!losses.has(path)) losses.set(path, loss)
    }
  }
  return Object.fromEntries(losses)
}

type Maker = (random: Random, fullness: number) => KubernetesObject

async function readMaker(path: string, version: string): Promise<Maker> {
  const [document] = parseYaml(await readFile(path, 'utf8'))
  if (document === undefined) throw new Error(`${path} is empty`)
  const { spec } = document.value as unknown as CustomResourceDefinition
  const schema = spec.versions.find(({ name }) => name === version)?.schema.openAPIV3Schema
  if (schema === undefined) throw new Error(`${path} has no version ${version}`)
  const namespaced = spec.scope === 'Namespaced'
  return (random, fullness) => ({
    apiVersion: `${spec.group}/${version}`,
    kind: spec.names.kind,
    metadata: randomMetadata(random, { namespaced, fullness }),
    ...randomObject(schema, { random, fullness }),
  })
}

function convert<From, To>(
  object: From,
  { there, back }: Pick<RoundTrip<From, To>, 'there' | 'back'>,
  text: string,
): From {
  try {
    return back(there(object))
  } catch (cause) {
    throw new Error(`the conversion throws for ${text}`, { cause })
  }
}

/** Members that are undefined are not there, and what conversions note for themselves is theirs. */
function settle({ metadata, ...content }: KubernetesObject): unknown {
  return JSON.parse(JSON.stringify({ ...content, metadata: withoutOriginals(metadata) }))
}

interface FoundLoss extends Loss {
  readonly path: string
}

/** The places where two values differ, as deep as both are of one form. */
function compare(before: unknown, after: unknown, path: string): FoundLoss[] {
  if (isDeepStrictEqual(before, after)) return []
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((item, index) => compare(item, after[index], `${path}[]`))
  }
  if (!isObject(before) || !isObject(after)) return [{ path, before, after }]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) =>
    compare(member(before, name), member(after, name), path === '' ? name : `${path}.${name}`),
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
