import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { observeProcess } from '../../../src/runtime/metrics/process-metrics.ts'
import { PrometheusRegistry } from '../../../src/runtime/metrics/prometheus-registry.ts'

test('a process tells of its CPU, its memory and its event loop', async () => {
  const metrics = new PrometheusRegistry()
  const end = observeProcess(metrics)
  const value = (name: string): number => {
    const [, text] = new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics.render()) ?? []
    return Number(text)
  }
  const cpu = value('process_cpu_seconds_total')
  expect(cpu).toBeGreaterThan(0)
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(2 ** 20)
  expect(value('nodejs_heap_size_used_bytes')).toBeGreaterThan(2 ** 20)
  const sinceStart = Date.now() / 1000 - value('process_start_time_seconds')
  expect(Math.abs(sinceStart - performance.now() / 1000)).toBeLessThan(5)
  await expect.poll(() => value('nodejs_eventloop_lag_max_seconds')).toBeGreaterThanOrEqual(0)
  // Each scrape tells of the time since the one before, but for the first round of the loop after it.
  await delay(30)
  const until = performance.now() + 200
  while (performance.now() < until);
  await delay(30)
  expect(value('nodejs_eventloop_lag_max_seconds')).toBeGreaterThan(0.1)
  expect(value('process_cpu_seconds_total')).toBeGreaterThan(cpu)
  end()
})
