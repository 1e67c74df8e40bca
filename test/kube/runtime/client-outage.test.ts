import { describe, test } from 'vitest'
import type { ApiClient } from '../../../src/runtime/client/api-client.ts'
import type { WatchEvent } from '../../../src/runtime/client/client.ts'
import { ConnectionError } from '../../../src/runtime/client/transport.ts'
import { startControlPlane, waitFor } from '../../../src/testing/index.ts'
import { useControlPlane } from '../provided.ts'
import { connect } from './cluster.ts'
import { ConfigMap } from './config-map.ts'

const quick = { silenceMs: 300, probeMs: 700 }
const namespace = 'default'

const configMap = (name: string): ConfigMap => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace },
})

interface Watched {
  readonly events: WatchEvent<ConfigMap>[]
  /** How the watch ended. */
  readonly ended: Promise<unknown>
}

function watchFrom(client: ApiClient, resourceVersion: string, signal?: AbortSignal): Watched {
  const events: WatchEvent<ConfigMap>[] = []
  const read = async (): Promise<unknown> => {
    const watch = client.watch(ConfigMap, { namespace, resourceVersion, signal })
    try {
      for await (const event of watch) events.push(event)
      return 'clean'
    } catch (error) {
      return error
    }
  }
  return { events, ended: read() }
}

const namesOf = ({ events }: Watched): unknown[] =>
  events.flatMap((event) =>
    event.type === 'BOOKMARK' || event.type === 'ERROR' ? [] : [event.object.metadata?.name],
  )

const hasSeen = (watched: Watched, name: string): Promise<unknown> =>
  waitFor(`an event of ${name}`, async () => namesOf(watched).includes(name), { timeoutMs: 30_000 })

describe.each(['1.1', '2'] as const)('over HTTP/%s, a watch', (http) => {
  test('is ended when the server halts, and goes on where it was', async (context) => {
    useControlPlane(context)
    const { expect } = context
    await using own = await startControlPlane()
    const { client } = connect(own.connection, { ...quick, http })
    const { metadata } = await client.list(ConfigMap, { namespace })
    const first = watchFrom(client, metadata.resourceVersion ?? '')
    const created = await client.create(ConfigMap, configMap('before'))
    await hasSeen(first, 'before')
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await own.pause('kube-apiserver')
    const error = await first.ended
    expect(error).toBeInstanceOf(ConnectionError)
    await own.continue('kube-apiserver')
    const second = watchFrom(client, created.metadata?.resourceVersion ?? '')
    await client.create(ConfigMap, configMap('after'))
    await hasSeen(second, 'after')
    expect(namesOf(second)).toEqual(['after'])
  })

  test('breaks off when the server is killed, and goes on with the next one', async (context) => {
    useControlPlane(context)
    const { expect } = context
    await using own = await startControlPlane()
    const { client } = connect(own.connection, { http })
    const created = await client.create(ConfigMap, configMap('before'))
    const version = created.metadata?.resourceVersion ?? ''
    const first = watchFrom(client, version)
    await client.create(ConfigMap, configMap('second'))
    await hasSeen(first, 'second')
    await own.kill('kube-apiserver')
    expect(await first.ended).toBeInstanceOf(ConnectionError)
    await expect(client.list(ConfigMap)).rejects.toBeInstanceOf(ConnectionError)
    await own.restart('kube-apiserver')
    const key = { name: 'before', namespace }
    expect(await client.get(ConfigMap, key)).toEqual(created)
    const stop = new AbortController()
    const second = watchFrom(client, version, stop.signal)
    await Promise.race([hasSeen(second, 'second'), second.ended])
    stop.abort()
    await second.ended
    const isGone = second.events.some((each) => each.type === 'ERROR')
    expect(isGone || namesOf(second).includes('second')).toBe(true)
  })
})
