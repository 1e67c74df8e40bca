import { expect, onTestFinished, test } from 'vitest'
import { startConsumer } from '../soak/consumer.ts'
import { ReplayServer } from '../soak/replay-server.ts'
import type {} from './played.ts'

const objects = 10_000
const textLength = 10_000

test('25: the first list has ten thousand objects of ten thousand bytes', async (context) => {
  context.task.meta.scenario = { row: 25, title: 'the first list is huge', faultsThrown: 0 }
  const server = await ReplayServer.start({ objects, textLength })
  onTestFinished(() => server.stop())
  const consumer = await startConsumer(server, 'normal')
  const report = await consumer.report(server.resourceVersion)
  const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576)
  process.stdout.write(
    `huge list: ${megabytes(objects * textLength)} MB of objects, heap ${megabytes(report.heapBytes)} MB, ` +
      `peak ${megabytes(report.peakBytes)} MB, longest block ${Math.round(report.longestBlockMs)} ms\n`,
  )
  expect(report).toMatchObject({
    digest: server.digest(),
    behind: 0,
    changedNumbers: 0,
    reconciles: objects,
  })
  expect(report.heapBytes).toBeLessThan(objects * textLength * 1.5)
  // What is read is not held beside what is stored.
  expect(report.peakBytes).toBeLessThan(objects * textLength * 4)
})
