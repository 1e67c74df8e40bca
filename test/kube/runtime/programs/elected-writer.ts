import {
  newManager,
  managerOptions,
  parseManagerFlags,
  runMain,
  sleep,
  systemClock,
} from '../../../../src/runtime/index.ts'
import { ConfigMap } from '../config-map.ts'

/** Keeps the process from everything else. */
function compute(forMs: number): void {
  const end = performance.now() + forMs
  while (performance.now() < end);
}

/*
 * An operator that does one thing while it leads: it makes a ConfigMap every 50 ms that says who made it. Whether two
 * ever worked at once can then be read in the order of resourceVersions.
 */
await runMain(async ({ argv, signal }) => {
  const flags = parseManagerFlags(argv, {
    own: [
      { name: 'lease', default: 'writer', description: 'The name of the Lease.' },
      { name: 'holder', default: '', description: 'Who writes.' },
      { name: 'busy-ms', default: '0', description: 'How long the event loop blocks, once.' },
      { name: 'drain-ms', default: '0', description: 'How long the last write takes.' },
      { name: 'clock-offset-ms', default: '0', description: 'How wrong the clock is.' },
      { name: 'block-ms', default: '0', description: 'How long the tenth write computes.' },
    ],
  })
  const own = (name: string): string => String(flags.own.get(name))
  const offsetMs = Number(own('clock-offset-ms'))
  const manager = await newManager({
    ...managerOptions(flags, { leaderElectionId: own('lease') }),
    clock: { ...systemClock, now: () => systemClock.now() + offsetMs },
  })
  const { client, clock, logger } = manager
  let count = 0
  const write = async (data: Record<string, string> = {}): Promise<void> => {
    const metadata = {
      generateName: `${own('lease')}-`,
      namespace: 'default',
      labels: { lease: own('lease') },
    }
    await client.create(ConfigMap, {
      metadata,
      data: { holder: own('holder'), count: String(count++), ...data },
    })
  }
  manager.add({
    name: 'writer',
    async start(stop) {
      while (!stop.aborted) {
        if (count === 10) compute(Number(own('block-ms')))
        try {
          await write()
        } catch (error) {
          logger.error('write failed', { error })
        }
        await sleep(clock, 50)
        if (count === 10) block(Number(own('busy-ms')))
      }
      await sleep(clock, Number(own('drain-ms')))
      await write({ last: 'true' })
    },
  })
  await manager.start(signal)
})

/** Keeps the one thread of the process to itself. */
function block(forMs: number): void {
  const end = performance.now() + forMs
  while (performance.now() < end);
}
