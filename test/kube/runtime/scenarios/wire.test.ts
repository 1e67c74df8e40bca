import { lookup } from 'node:dns'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, type TestContext } from 'vitest'
import { waitFor, type ProxiedRequest } from '../../../../src/testing/index.ts'
import { toClusterConnection } from '../../../../src/testing/index.ts'
import { bigNumber } from './gadget.ts'
import { look } from './operator.ts'
import { scenario } from './scenario.ts'
import { FastClock } from './fast-clock.ts'
import { sharedStage } from './shared-stage.ts'

const stage = (context: TestContext): ReturnType<typeof sharedStage> => sharedStage(context)
const watches = {
  only: ({ path }: ProxiedRequest): boolean =>
    path.includes('watch=true') || path.includes('watch=1'),
}
const patience = { timeoutMs: 60_000 }
/** A stop of the server is noticed within seconds instead of three quarters of a minute. */
const quick = { silenceMs: 1_000, probeMs: 1_000 }

scenario(5, 'a connection that is half open is noticed, and the watch resumes', {
  stage,
  play: async (world) => {
    const proxy = await world.startProxy('tcp')
    await world.fill(20)
    const operator = await world.startOperator({ connection: proxy.connection, client: quick })
    const end = proxy.inject({ kind: 'stall' })
    await world.change('gadget-3', { text: 'while it was silent' })
    await waitFor('the watch to be given up', async () => operator.restarts > 0, patience)
    end()
    await world.change('gadget-4', { text: 'after it' })
    await waitFor(
      'the change to arrive',
      async () => operator.informer.lister.get('gadget-4', world.namespace)?.spec.text,
      patience,
    )
    expect(operator.relists).toBe(0)
  },
})

scenario(6, 'a watch that the server never ends is ended by the client', {
  stage,
  play: async (world) => {
    const proxy = await world.startProxy('tls')
    await world.fill(10)
    // Ten minutes pass in six seconds.
    const operator = await world.startOperator({
      connection: proxy.connection,
      clock: new FastClock(100),
      reconcile: look,
    })
    proxy.inject({ kind: 'stall' }, { ...watches, times: 1 })
    await world.change('gadget-1', { text: 'late' })
    await waitFor('a new watch', async () => operator.restarts > 0, patience)
    expect(operator.relists).toBe(0)
  },
})

scenario(7, 'events come in pieces, several at once, and with lines cut off', {
  stage,
  play: async (world) => {
    const proxy = await world.startProxy('tls')
    await world.fill(5)
    const operator = await world.startOperator({ connection: proxy.connection })
    for (const text of ['ümläut ☂ 🎈', '„Zitat“ \u2028 \\n', 'a'.repeat(5_000)]) {
      proxy.clear()
      proxy.inject({ kind: 'fragment' }, watches)
      await Promise.all([1, 2, 3].map((index) => world.change(`gadget-${index}`, { text })))
      const endCuts = proxy.inject({ kind: 'cut', afterBytes: 1_777 }, { ...watches, times: 3 })
      await world.change('gadget-4', { text })
      await waitFor(
        'the text to arrive',
        async () => operator.informer.lister.get('gadget-4', world.namespace)?.spec.text === text,
        patience,
      )
      endCuts()
      for (const index of [1, 2, 3]) {
        expect(operator.informer.lister.get(`gadget-${index}`, world.namespace)?.spec.text).toBe(
          text,
        )
      }
    }
  },
})

scenario(8, 'a slow consumer collapses events into keys', {
  stage,
  play: async (world) => {
    await world.fill(10)
    const operator = await world.startOperator({
      reconcile: () => delay(50),
      controller: { maxConcurrentReconciles: 1 },
    })
    const changes = 500
    for (let round = 0; round < changes / 10; round += 1) {
      await Promise.all(
        Array.from({ length: 10 }, (_value, index) =>
          world.change(`gadget-${index}`, { text: `${round}` }),
        ),
      )
      const { waiting, processing } = operator.controller.inspect()
      const held = Object.values(waiting).reduce((sum, depth) => sum + depth, processing.length)
      expect(held).toBeLessThanOrEqual(11)
    }
    expect(operator.reconciles).toBeLessThan(changes)
  },
})

scenario(31, 'a host name does not resolve for a while, and then to another address', {
  stage,
  play: async (world) => {
    await world.fill(5)
    const proxy = await world.startProxy('tcp')
    const { connection } = proxy
    let address = '127.0.0.1'
    /** How often the name was asked for in vain. */
    let inVain = 0
    let found = 0
    const server = new URL(connection.server)
    server.hostname = 'localhost'
    const operator = await world.startOperator({
      connection: {
        ...toClusterConnection(connection),
        server,
        lookup: (_hostname, options, callback) => {
          if (address === '127.0.0.1') found += 1
          else inVain += 1
          lookup(address, options, callback)
        },
      },
    })
    address = 'elsewhere.invalid'
    proxy.disconnect()
    await world.change('gadget-2', { text: 'while the name was lost' })
    const isNoticed = (): boolean => operator.restarts > 0 && inVain > 0
    await waitFor('the loss to be noticed', async () => isNoticed(), patience)
    // A connection whose name was asked for right before the loss may have come about after it.
    proxy.disconnect()
    found = 0
    address = '127.0.0.1'
    await waitFor(
      'the change to arrive',
      async () => operator.informer.lister.get('gadget-2', world.namespace)?.spec.text,
      patience,
    )
    expect(found, 'look-ups since the name is back').toBeGreaterThan(0)
    expect(operator.relists).toBe(0)
  },
})

scenario(34, 'events come again, and older ones after newer', {
  stage,
  play: async (world) => {
    const proxy = await world.startProxy('tls')
    proxy.inject({ kind: 'replay-lines' }, watches)
    await world.fill(10)
    const versions: bigint[] = []
    const operator = await world.startOperator({ connection: proxy.connection, reconcile: look })
    operator.informer.addEventHandler({
      onUpdate: (_old, { spec, metadata }) => {
        if (metadata.name === 'gadget-7') versions.push(BigInt(spec.value))
      },
    })
    for (let round = 1; round <= 20; round += 1) {
      await world.change('gadget-7', { value: bigNumber(round) })
      if (round === 10) await world.delete('gadget-3')
    }
    await waitFor('the last change', async () => versions.at(-1) === bigNumber(20), patience)
    expect(versions).toEqual([...new Set(versions)])
    expect(
      versions.every((value, index) => index === 0 || value > (versions[index - 1] ?? 0n)),
    ).toBe(true)
    expect(operator.informer.lister.get('gadget-3', world.namespace)).toBeUndefined()
  },
})

scenario(35, 'a load balancer cuts what is idle', {
  stage,
  play: async (world) => {
    const proxy = await world.startProxy('tcp')
    await world.fill(10)
    const operator = await world.startOperator({ connection: proxy.connection, reconcile: look })
    const before = operator.reconciles
    proxy.inject({ kind: 'cut-idle', afterMs: 500 })
    await waitFor('three cuts', async () => operator.restarts >= 3, patience)
    proxy.clear()
    expect(operator.relists).toBe(0)
    expect(operator.reconciles).toBeLessThanOrEqual(Math.max(before, 10))
    await world.change('gadget-1', { text: 'again' })
  },
})
