import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '../../../../src/testing/index.ts'
import { Gadget, isSameNumber } from '../scenarios/gadget.ts'
import { ownStage } from '../scenarios/own-stage.ts'
import { World } from '../scenarios/world.ts'
import { throwFaults } from './faults.ts'
import { SeededRandom } from './random.ts'
import { SoakWriter } from './writer.ts'

const seconds = Number(process.env['KOPS_SOAK_SECONDS'] ?? 60)
const seed = Number(process.env['KOPS_SOAK_SEED'] ?? 1)
const stage = ownStage()

test(
  'random faults lose no object and change no number',
  { timeout: (seconds + 300) * 1_000 },
  async (context) => {
    const controlPlane = await stage(context)
    const world = await World.create('soak', controlPlane.connection)
    onTestFinished(() => world.close())
    const random = new SeededRandom(seed)
    const outer = await world.startProxy('tls')
    const inner = await world.startProxy('tcp', outer.connection)
    const operator = await world.startOperator({
      connection: inner.connection,
      client: { silenceMs: 1_000, probeMs: 1_000 },
    })
    const writer = new SoakWriter(world, new SeededRandom(seed + 1))
    const stop = new AbortController()
    const writing = writer.run(stop.signal)
    const target = { controlPlane, proxies: [inner, outer], random }
    const untilMs = performance.now() + seconds * 1_000
    const log: string[] = []
    const thrown = await throwFaults(target, { untilMs, onTrouble: (name) => log.push(name) })
    for (const proxy of [inner, outer]) proxy.clear()
    stop.abort()
    await writing
    await waitFor(
      'the statuses to follow',
      async () =>
        [...writer.expected].every(([name, value]) =>
          isSameNumber(operator.informer.lister.get(name, world.namespace)?.status?.value, value),
        ),
      { timeoutMs: 90_000 },
    ).catch((cause: unknown) => {
      throw new Error(`seed ${seed}: ${log.join(', ')}`, { cause })
    })
    const { items } = await world.client.list(Gadget, { namespace: world.namespace })
    const lost = [...writer.expected.keys()].filter(
      (name) => !items.some(({ metadata }) => metadata.name === name),
    )
    const changed = items.filter(({ metadata, spec, status }) => {
      const expected = writer.expected.get(metadata.name ?? '')
      return !isSameNumber(spec.value, expected) || !isSameNumber(status?.value, expected)
    })
    const { reconciles, relists, restarts } = operator
    await world.end()
    const total = [...thrown.values()].reduce((sum, count) => sum + count, 0)
    const kinds = [...thrown].map(([name, count]) => `${name} ${count}`).join(', ')
    process.stdout.write(
      `soak of ${seconds} s, seed ${seed}: ${total} faults thrown (${kinds}) that hit ${world.faultsThrown} requests; ` +
        `${writer.writes} writes, ${reconciles} reconciles, ${restarts} watches restarted, ${relists} relists; ` +
        `objects lost: ${lost.length}, numbers changed: ${changed.length}\n`,
    )
    expect(lost).toEqual([])
    expect(changed).toEqual([])
    expect(items).toHaveLength(writer.expected.size)
  },
)
