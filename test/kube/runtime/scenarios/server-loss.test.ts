import { cp, rm } from 'node:fs/promises'
import { expect } from 'vitest'
import { systemClock } from '../../../../src/runtime/clock/system-clock.ts'
import {
  LeaderElector,
  LeadershipLostError,
} from '../../../../src/runtime/leaderelection/leader-elector.ts'
import { PrometheusRegistry } from '../../../../src/runtime/metrics/prometheus-registry.ts'
import { waitFor, type ControlPlane } from '../../../../src/testing/index.ts'
import { silentLogger } from '../../../runtime/log/silent-logger.ts'
import { connect } from '../cluster.ts'
import { FastClock } from './fast-clock.ts'
import { bigNumber, Gadget } from './gadget.ts'
import { look } from './operator.ts'
import { ownStage } from './own-stage.ts'
import { scenario } from './scenario.ts'
import type { World } from './world.ts'

const start = ownStage()
let controlPlane: ControlPlane
const stage = async (...given: Parameters<typeof start>): Promise<ControlPlane> =>
  (controlPlane = await start(...given))

const patience = { timeoutMs: 90_000 }
const quick = { silenceMs: 1_000, probeMs: 1_000 }

/** Waits until the API server serves gadgets again. */
async function untilServing(world: World): Promise<void> {
  await waitFor(
    'the server to serve the kind',
    () =>
      world.client.list(Gadget, { namespace: world.namespace }).then(
        () => true,
        () => false,
      ),
    patience,
  )
}

scenario(1, 'the API server is killed and comes back', {
  stage,
  play: async (world) => {
    await world.fill(30)
    const operator = await world.startOperator()
    await waitFor(
      'all statuses',
      async () => operator.informer.lister.list().every(({ status }) => status !== undefined),
      patience,
    )
    const { reconciles } = operator
    await controlPlane.kill('kube-apiserver')
    await waitFor('the loss to be noticed', async () => operator.restarts > 0, patience)
    expect(operator.informer.lister.list()).toHaveLength(30)
    await controlPlane.restart('kube-apiserver')
    await untilServing(world)
    await world.change('gadget-1', { value: bigNumber(100) })
    await waitFor('the change', async () => operator.reconciles > reconciles, patience)
    // Nobody is reconciled again for what did not change: one change, and the echo of its status.
    expect(operator.reconciles - reconciles).toBeLessThan(10)
  },
})

scenario(2, 'the API server shuts down while a watch is open', {
  stage,
  play: async (world) => {
    await world.fill(10)
    const operator = await world.startOperator({ client: quick })
    await controlPlane.terminate('kube-apiserver')
    await waitFor(
      'requests to be refused',
      () =>
        world.client.raw({ method: 'GET', path: '/readyz' }).then(
          ({ status }) => status !== 200,
          () => true,
        ),
      patience,
    )
    expect(operator.informer.lister.list()).toHaveLength(10)
    await controlPlane.restart('kube-apiserver')
    await untilServing(world)
    await world.change('gadget-1', { value: bigNumber(7) })
    await waitFor(
      'the change to arrive',
      async () =>
        operator.informer.lister.get('gadget-1', world.namespace)?.spec.value === bigNumber(7),
      patience,
    )
  },
})

scenario(3, 'the watch history is gone', {
  stage,
  play: async (world) => {
    const proxy = await world.startProxy('tcp')
    await world.fill(10)
    const operator = await world.startOperator({ connection: proxy.connection })
    const deleted: (string | undefined)[] = []
    operator.informer.addEventHandler({
      onDelete: ({ metadata }, tombstone) => {
        if (tombstone !== undefined) deleted.push(metadata.name)
      },
    })
    const end = proxy.inject({ kind: 'refuse' })
    proxy.disconnect()
    await world.delete('gadget-2')
    await world.delete('gadget-3')
    for (let round = 0; round < 20; round += 1) {
      await world.change('gadget-1', { text: `${round}` })
    }
    await controlPlane.restart('kube-apiserver')
    await untilServing(world)
    end()
    await waitFor('the deletions', async () => deleted.length === 2, patience)
    expect(new Set(deleted)).toEqual(new Set(['gadget-2', 'gadget-3']))
    expect(operator.relists).toBe(1)
  },
})

scenario(4, 'etcd is restored from an older copy', {
  stage,
  play: async (world) => {
    const { dataDirectory } = controlPlane
    await world.fill(5, 'old')
    await controlPlane.kill('etcd')
    await cp(dataDirectory, `${dataDirectory}.old`, { recursive: true })
    await controlPlane.restart('etcd')
    await untilServing(world)
    await world.fill(20, 'young')
    await world.delete('old-1')
    // A watch from a future version is silent until it ends, after minutes: they pass in seconds.
    const operator = await world.startOperator({ reconcile: look, clock: new FastClock(100) })
    expect(operator.informer.lister.list()).toHaveLength(24)
    await Promise.all([controlPlane.kill('kube-apiserver'), controlPlane.kill('etcd')])
    await rm(dataDirectory, { recursive: true })
    await cp(`${dataDirectory}.old`, dataDirectory, { recursive: true })
    await controlPlane.restart('etcd')
    await controlPlane.restart('kube-apiserver')
    await untilServing(world)
    await waitFor(
      'the store to go back',
      async () => operator.informer.lister.list().length === 5,
      patience,
    )
  },
})

scenario(5, 'the API server is halted and goes on', {
  stage,
  play: async (world) => {
    await world.fill(10)
    const operator = await world.startOperator({ client: quick })
    await controlPlane.pause('kube-apiserver')
    await waitFor('the halt to be noticed', async () => operator.restarts > 0, patience)
    await controlPlane.continue('kube-apiserver')
    await world.change('gadget-1', { value: bigNumber(9) })
    await waitFor(
      'the change to arrive',
      async () =>
        operator.informer.lister.get('gadget-1', world.namespace)?.spec.value === bigNumber(9),
      patience,
    )
    expect(operator.relists).toBe(0)
  },
})

/** One of two replicas, and the end of its connections. */
function newElector(
  world: World,
  identity: string,
): { readonly elector: LeaderElector; readonly close: () => void } {
  const connected = connect(world.connection)
  const elector = new LeaderElector({
    client: connected.client,
    namespace: world.namespace,
    name: 'scenario',
    identity,
    clock: systemClock,
    logger: silentLogger,
    metrics: new PrometheusRegistry(),
    times: { leaseDurationMs: 4_000, renewDeadlineMs: 3_000, retryPeriodMs: 500 },
  })
  return { elector, close: () => connected.close() }
}

scenario(10, 'etcd is halted and goes on', {
  stage,
  play: async (world) => {
    await world.fill(10)
    const operator = await world.startOperator()
    const leader = newElector(world, 'leader')
    const leading = leader.elector.run(new AbortController().signal)
    const lost = expect(leading).rejects.toBeInstanceOf(LeadershipLostError)
    await leader.elector.elected
    await controlPlane.pause('etcd')
    const reader = operator.connected.client
    const key = { name: 'gadget-1', namespace: world.namespace }
    const slow = reader.get(Gadget, { ...key }, { signal: AbortSignal.timeout(1_000) })
    await expect(slow).rejects.toThrow()
    expect(operator.informer.lister.get(key.name, key.namespace)).toBeDefined()
    // It cannot renew, so that others may lead as soon as they can: it steps down first.
    await lost
    expect(leader.elector.isLeader()).toBe(false)
    leader.close()
    await controlPlane.continue('etcd')
    await untilServing(world)
    const follower = newElector(world, 'follower')
    const stop = new AbortController()
    const following = follower.elector.run(stop.signal)
    await follower.elector.elected
    stop.abort()
    await following
    follower.close()
    await world.change('gadget-1', { value: bigNumber(10) })
  },
})
