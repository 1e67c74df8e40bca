import { expect, onTestFinished, test } from 'vitest'
import { startConsumer, type Report } from './consumer.ts'
import { ReplayServer, type Ending } from './replay-server.ts'

/** `make soak` plays it whole, `make test` a tenth. */
const share = process.env['KOPS_SOAK_SECONDS'] === undefined ? 0.1 : 1
const events = 1_000_000 * share
const reconnects = 10_000 * share
const rotations = 100 * share
/** After so many events everything has been seen and compiled; the heap may grow by so much beyond that. */
const warmUp = Math.min(100_000, events / 2)
const growth = 0.05

const endings: readonly Ending[] = ['clean', 'clean', 'broken', 'clean', 'half-line']

test(
  'events, reconnects and rotated credentials leave nothing behind',
  { timeout: 1_800_000 },
  async () => {
    const server = await ReplayServer.start({ objects: 10_000, textLength: 800 })
    onTestFinished(() => server.stop())
    const consumer = await startConsumer(server, 'fast')
    const perConnection = events / reconnects
    const perToken = reconnects / rotations
    let first: Report | undefined
    for (let connection = 1; connection <= reconnects; connection += 1) {
      await server.send(perConnection)
      if (connection % perToken === 0) await consumer.rotate(`token-${connection}`)
      const ending = endings[connection % endings.length] ?? 'clean'
      await server.reconnect(ending)
      if (connection * perConnection === warmUp)
        first = await consumer.report(server.resourceVersion)
    }
    const last = await consumer.report(server.resourceVersion)
    const megabytes = (bytes = 0): string => `${(bytes / 1_048_576).toFixed(1)} MB`
    process.stdout.write(
      `replay soak: ${events} events, ${server.reconnects} reconnects, ${rotations} rotations, ` +
        `${last.reconciles} reconciles, ${last.relists - (first?.relists ?? 0)} relists; heap ${megabytes(first?.heapBytes)} → ${megabytes(last.heapBytes)}, ` +
        `descriptors ${first?.descriptors} → ${last.descriptors}; objects lost: ${last.digest === server.digest() ? 0 : 'some'}, ` +
        `numbers changed: ${last.changedNumbers}\n`,
    )
    expect(last).toMatchObject({
      digest: server.digest(),
      behind: 0,
      changedNumbers: 0,
      overlaps: 0,
      // A slow machine may have to list at the start, but never again.
      relists: first?.relists,
      descriptors: first?.descriptors,
      handles: first?.handles,
    })
    expect(last.heapBytes).toBeLessThan((first?.heapBytes ?? 0) * (1 + growth))
  },
)
