import { describe, expect, test } from 'vitest'
import type { ResourceDescriptor } from '../../../src/apimachinery/group-version-kind.ts'
import { PathSegmentError } from '../../../src/apimachinery/path-segment.ts'
import { ApiClient } from '../../../src/runtime/client/api-client.ts'
import type { Client, ObjectKey, TypedObject } from '../../../src/runtime/client/client.ts'
import { noCredentials } from '../../../src/runtime/client/connection.ts'
import { Requester } from '../../../src/runtime/client/requester.ts'
import { ResourceClient } from '../../../src/runtime/client/resource-client.ts'
import { ResourceMapper } from '../../../src/runtime/client/resource-mapper.ts'
import type { Transport, TransportRequest } from '../../../src/runtime/client/transport.ts'
import { ManualClock } from '../clock/manual-clock.ts'

/** Notes what is sent, and answers an empty object. */
class NotingTransport implements Transport {
  readonly sent: TransportRequest[] = []

  async send(request: TransportRequest): ReturnType<Transport['send']> {
    this.sent.push(request)
    const give = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from('{}')
    }
    return {
      status: 200,
      headers: {},
      body: { [Symbol.asyncIterator]: give, destroy: () => undefined },
    }
  }

  dropIdle(): void {}
  close(): void {}
}

function connect(): { readonly client: ApiClient; readonly transport: NotingTransport } {
  const clock = new ManualClock()
  const transport = new NotingTransport()
  const requester = new Requester({
    transport,
    credentials: noCredentials,
    clock,
    userAgent: 'test',
  })
  const mapper = new ResourceMapper(requester)
  return { client: new ApiClient({ requester, mapper, clock, fieldManager: 'test' }), transport }
}

const ConfigMap: ResourceDescriptor<TypedObject> = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
  subresources: [],
}

type Verb = (client: Client, key: ObjectKey) => Promise<unknown>

const merge = { type: 'merge', value: {} } as const
const objectOf = ({ name, namespace = '' }: ObjectKey) => ({ metadata: { name, namespace } })

const verbs: Readonly<Record<string, Verb>> = {
  get: (client, key) => client.get(ConfigMap, key),
  'metadata.get': (client, key) => client.metadata.get(ConfigMap, key),
  create: (client, key) => client.create(ConfigMap, objectOf(key)),
  update: (client, key) => client.update(ConfigMap, objectOf(key)),
  patch: (client, key) => client.patch(ConfigMap, key, merge),
  apply: (client, key) => client.apply(ConfigMap, objectOf(key)),
  delete: (client, key) => client.delete(ConfigMap, key),
  'status.get': (client, key) => client.status.get(ConfigMap, key),
  'status.update': (client, key) => client.status.update(ConfigMap, objectOf(key)),
  'status.patch': (client, key) => client.status.patch(ConfigMap, key, merge),
  'status.apply': (client, key) => client.status.apply(ConfigMap, objectOf(key)),
  'scale.get': (client, key) => client.subresource('scale').get(ConfigMap, key),
  eviction: (client, key) => client.subresource('eviction').create(ConfigMap, key, {}),
  clientset: (client, { name, namespace }) =>
    new ResourceClient(client, ConfigMap, namespace).delete(name),
}

const hostile = ['.', '..', 'a/b', '../x', 'a%2Fb', '%2e%2e', 'kube-system/configmaps/victim']

describe('a name that is no segment of a path', () => {
  test.for(Object.entries(verbs))('is refused by %s before a request', async ([, verb]) => {
    for (const each of hostile) {
      const { client, transport } = connect()
      await expect(verb(client, { name: each, namespace: 'a' })).rejects.toThrow(PathSegmentError)
      await expect(verb(client, { name: 'a', namespace: each })).rejects.toThrow(PathSegmentError)
      expect(transport.sent).toEqual([])
    }
  })

  test.for(['get', 'update', 'patch', 'delete', 'status.get', 'eviction'] as const)(
    'is refused by %s where it is empty or none',
    async (name) => {
      const { client, transport } = connect()
      for (const each of ['', undefined]) {
        const key = { name: each, namespace: 'a' } as ObjectKey
        await expect(verbs[name]?.(client, key)).rejects.toThrow(PathSegmentError)
      }
      expect(transport.sent).toEqual([])
    },
  )

  test.for<[string, (client: ApiClient, value: string) => Promise<unknown>]>([
    ['list', (client, namespace) => client.list(ConfigMap, { namespace })],
    ['metadata.list', (client, namespace) => client.metadata.list(ConfigMap, { namespace })],
    ['deleteAllOf', (client, namespace) => client.deleteAllOf(ConfigMap, { namespace })],
    ['watch', (client, namespace) => client.watch(ConfigMap, { namespace }).next()],
    ['group', (client, group) => client.list({ ...ConfigMap, group })],
    ['version', (client, version) => client.list({ ...ConfigMap, version })],
    ['plural', (client, plural) => client.list({ ...ConfigMap, plural })],
    ['group by discovery', (client, group) => client.list({ group, version: 'v1', kind: 'A' })],
    ['version by discovery', (client, version) => client.list({ group: '', version, kind: 'A' })],
    [
      'subresource',
      (client, name) => client.subresource(name).get(ConfigMap, { name: 'a', namespace: 'b' }),
    ],
  ])('is refused in %s before a request', async ([, ask]) => {
    for (const each of hostile) {
      const { client, transport } = connect()
      await expect(ask(client, each)).rejects.toThrow(PathSegmentError)
      expect(transport.sent).toEqual([])
    }
  })

  test('is refused in a whole path before it is sent', async () => {
    const transport = new NotingTransport()
    const clock = new ManualClock()
    const parts = { transport, credentials: noCredentials, clock, userAgent: 'test' }
    const requester = new Requester(parts)
    const path = '/api/v1/namespaces/a%2Fconfigmaps%2Fvictim'
    await expect(requester.json({ method: 'DELETE', path })).rejects.toThrow(PathSegmentError)
    await expect(requester.sendOnce({ method: 'DELETE', path })).rejects.toThrow(PathSegmentError)
    expect(transport.sent).toEqual([])
  })
})
