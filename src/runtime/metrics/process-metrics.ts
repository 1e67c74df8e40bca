import { readFileSync, readdirSync } from 'node:fs'
import { PerformanceObserver, constants, monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapSpaceStatistics } from 'node:v8'
import type { MetricsRegistry } from './metric.ts'

/** How finely the lag of the event loop is measured: the measuring itself wakes the process so often. */
const resolutionMs = 10
const nanoseconds = 1e9
const gcBuckets = [0.001, 0.01, 0.1, 1, 2, 5] as const

/**
 * What a Node process says of itself, under the names that its dashboards know: `process_*` as every Prometheus client
 * has them, `nodejs_*` as prom-client. The function that is returned ends the measuring.
 */
export function observeProcess(metrics: MetricsRegistry): () => void {
  observeCpuAndMemory(metrics)
  if (process.platform === 'linux') observeFiles(metrics)
  observeHeap(metrics)
  const endings = [observeEventLoop(metrics), observeGarbageCollection(metrics)]
  return () => endings.forEach((end) => end())
}

function observeCpuAndMemory(metrics: MetricsRegistry): void {
  const cpu = (pick: (usage: NodeJS.CpuUsage) => number): (() => number) => {
    return () => pick(process.cpuUsage()) / 1e6
  }
  metrics.counter({
    name: 'process_cpu_user_seconds_total',
    help: 'Total user CPU time spent in seconds.',
    collect: cpu(({ user }) => user),
  })
  metrics.counter({
    name: 'process_cpu_system_seconds_total',
    help: 'Total system CPU time spent in seconds.',
    collect: cpu(({ system }) => system),
  })
  metrics.counter({
    name: 'process_cpu_seconds_total',
    help: 'Total user and system CPU time spent in seconds.',
    collect: cpu(({ user, system }) => user + system),
  })
  metrics
    .gauge({
      name: 'process_start_time_seconds',
      help: 'Start time of the process since unix epoch in seconds.',
    })
    .set(performance.timeOrigin / 1000)
  metrics.gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory size in bytes.',
    collect: (gauge) => gauge.set(process.memoryUsage.rss()),
  })
  metrics
    .gauge({
      name: 'nodejs_version_info',
      help: 'Node.js version info.',
      labelNames: ['version'],
    })
    .set(1, { version: process.version })
}

function observeFiles(metrics: MetricsRegistry): void {
  metrics.gauge({
    name: 'process_virtual_memory_bytes',
    help: 'Virtual memory size in bytes.',
    collect: (gauge) => {
      const size = /^VmSize:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
      if (size !== undefined) gauge.set(Number(size) * 1024)
    },
  })
  metrics.gauge({
    name: 'process_open_fds',
    help: 'Number of open file descriptors.',
    // Less the one that reads the folder.
    collect: (gauge) => gauge.set(readdirSync('/proc/self/fd').length - 1),
  })
  metrics.gauge({
    name: 'process_max_fds',
    help: 'Maximum number of open file descriptors.',
    collect: (gauge) => {
      const most = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
      if (most !== undefined) gauge.set(Number(most))
    },
  })
}

function observeHeap(metrics: MetricsRegistry): void {
  const memory: readonly (readonly [string, string, keyof NodeJS.MemoryUsage])[] = [
    ['nodejs_heap_size_total_bytes', 'Process heap size from Node.js in bytes.', 'heapTotal'],
    ['nodejs_heap_size_used_bytes', 'Process heap size used from Node.js in bytes.', 'heapUsed'],
    ['nodejs_external_memory_bytes', 'Node.js external memory size in bytes.', 'external'],
  ]
  for (const [name, help, key] of memory) {
    metrics.gauge({ name, help, collect: (gauge) => gauge.set(process.memoryUsage()[key]) })
  }
  metrics.gauge({
    name: 'nodejs_heap_space_size_used_bytes',
    help: 'Process heap space size used from Node.js in bytes.',
    labelNames: ['space'],
    collect: (gauge) => {
      for (const { space_name: name, space_used_size: used } of getHeapSpaceStatistics()) {
        gauge.set(used, { space: name.replace(/_space$/, '') })
      }
    },
  })
  metrics.gauge({
    name: 'nodejs_active_resources',
    help: 'Number of active resources that are currently keeping the event loop alive, grouped by async resource type.',
    labelNames: ['type'],
    collect: (gauge) => {
      for (const type of process.getActiveResourcesInfo()) gauge.add(1, { type })
    },
  })
}

function observeEventLoop(metrics: MetricsRegistry): () => void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  const lag = (value: number): number => Math.max(0, value / nanoseconds - resolutionMs / 1000)
  const lags: readonly (readonly [string, string, () => number])[] = [
    ['min', 'The minimum recorded event loop delay.', () => lag(delays.min)],
    ['max', 'The maximum recorded event loop delay.', () => lag(delays.max)],
    ['mean', 'The mean of the recorded event loop delays.', () => lag(delays.mean)],
    [
      'p50',
      'The 50th percentile of the recorded event loop delays.',
      () => lag(delays.percentile(50)),
    ],
    [
      'p90',
      'The 90th percentile of the recorded event loop delays.',
      () => lag(delays.percentile(90)),
    ],
    [
      'p99',
      'The 99th percentile of the recorded event loop delays.',
      () => lag(delays.percentile(99)),
    ],
  ]
  for (const [suffix, help, read] of lags) {
    metrics.gauge({
      name: `nodejs_eventloop_lag_${suffix}_seconds`,
      help,
      collect: (gauge) => gauge.set(delays.count === 0 ? 0 : read()),
    })
  }
  metrics.gauge({
    name: 'nodejs_eventloop_lag_stddev_seconds',
    help: 'The standard deviation of the recorded event loop delays.',
    collect: (gauge) => {
      gauge.set(delays.count === 0 ? 0 : delays.stddev / nanoseconds)
      // The last of its kind in the order of names: each scrape tells of the time since the one before.
      delays.reset()
    },
  })
  return () => delays.disable()
}

const gcKinds: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weakcb',
}

function observeGarbageCollection(metrics: MetricsRegistry): () => void {
  const durations = metrics.histogram({
    name: 'nodejs_gc_duration_seconds',
    help: 'Garbage collection duration by kind, one of major, minor, incremental or weakcb.',
    labelNames: ['kind'],
    buckets: gcBuckets,
  })
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { duration, detail } = entry as typeof entry & { detail?: { kind?: number } }
      const kind = detail?.kind ?? 0
      durations.observe(duration / 1000, { kind: gcKinds[kind] ?? 'other' })
    }
  })
  observer.observe({ entryTypes: ['gc'] })
  return () => observer.disconnect()
}
