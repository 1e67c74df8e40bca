import { expect } from 'vitest'
import type { ResourceDescriptor } from '../../../src/apimachinery/group-version-kind.ts'
import { parseJson, renderJson } from '../../../src/apimachinery/json-text.ts'
import type { KubernetesObject } from '../../../src/apimachinery/kubernetes-object.ts'
import type { ObjectMeta } from '../../../src/apimachinery/object-meta.ts'
import { newConversion } from '../../../src/runtime/webhook/conversion/conversion-builder.ts'
import type { Conversion } from '../../../src/runtime/webhook/conversion/kind-converter.ts'
import { ServedWebhooks } from './served-webhooks.ts'

/** A kind of three versions; v2 is the hub. */
export interface Store {
  apiVersion: string
  kind: string
  metadata: ObjectMeta
  /** v1: one text; v2: a list; v3: a map. */
  spec: { hosts?: string; list?: string[]; map?: Record<string, boolean>; big?: number | bigint }
}

const version = (name: string): ResourceDescriptor<Store> => ({
  group: 'apps.my.domain',
  version: name,
  kind: 'Store',
  plural: 'stores',
  scope: 'Namespaced',
  subresources: [],
})
export const [v1, v2, v3] = [version('v1'), version('v2'), version('v3')]
/** Returns the apiVersion of a version. */
export const api = (name: string): string => `apps.my.domain/${name}`

export const fromText: Conversion<Store, Store> = {
  convertTo: ({ spec: { hosts = '', ...spec }, ...store }) => ({
    ...store,
    spec: { ...spec, list: hosts.split(',') },
  }),
  convertFrom: ({ spec: { list = [], ...spec }, ...store }) => ({
    ...store,
    spec: { ...spec, hosts: list.join(',') },
  }),
}

const fromMap: Conversion<Store, Store> = {
  convertTo: ({ spec: { map = {}, ...spec }, ...store }) => ({
    ...store,
    spec: { ...spec, list: Object.keys(map) },
  }),
  convertFrom: ({ spec: { list = [], ...spec }, ...store }) => ({
    ...store,
    spec: { ...spec, map: Object.fromEntries(list.map((each) => [each, true])) },
  }),
}

/** Serves the conversions of stores; `first` changes that of v1. */
export async function serveStores(
  first: Partial<Conversion<Store, Store>> = {},
): Promise<ServedWebhooks> {
  const served = new ServedWebhooks()
  newConversion(served)
    .hub(v2)
    .spoke(v1, { ...fromText, ...first })
    .spoke(v3, fromMap)
    .complete()
  return served.start()
}

/** Returns a store as v1 has it, of any version. */
export function newStore(name: string, of = 'v1'): Store {
  const metadata = {
    name,
    namespace: 'default',
    uid: `uid-${name}`,
    resourceVersion: '7',
    labels: { a: 'b' },
  }
  return { apiVersion: api(of), kind: 'Store', metadata, spec: { hosts: 'x,y' } }
}

interface ConversionAnswer {
  readonly apiVersion: string
  readonly kind: string
  readonly response: {
    readonly uid: string
    readonly convertedObjects: readonly KubernetesObject[]
    readonly result: { readonly status: string; readonly message?: string }
  }
}

/** Sends a ConversionReview. */
export async function convert(
  served: ServedWebhooks,
  objects: readonly unknown[],
  desiredAPIVersion: string,
): Promise<ConversionAnswer> {
  const body = renderJson({
    kind: 'ConversionReview',
    apiVersion: 'apiextensions.k8s.io/v1',
    request: { uid: 'u-1', desiredAPIVersion, objects },
  })
  const { status, text } = await served.post('/convert?timeout=30s', body)
  expect(status).toBe(200)
  return parseJson(text) as ConversionAnswer
}
