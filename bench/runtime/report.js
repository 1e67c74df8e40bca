import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How finely the lag is measured. The monitor counts its own wait as lag, so this is taken off. */
const resolutionMs = 10

const delays = monitorEventLoopDelay({ resolution: resolutionMs })
delays.enable()

/** Says one line of figures on the standard output. @param {string} event @param {object} [more] */
export function say(event, more = {}) {
  const { user, system } = process.cpuUsage()
  const line = {
    event,
    wall: performance.now() / 1000,
    cpu: (user + system) / 1e6,
    peak: processStatus('VmHWM'),
    lag: Math.max(0, delays.percentile(99) / 1e6 - resolutionMs),
    ...more,
  }
  process.stdout.write(`${JSON.stringify(line)}\n`)
  // The lag of a workload is not that of loading the program.
  delays.reset()
}

/** A size from the kernel's account of this process, in MiB. @param {string} key */
function processStatus(key) {
  const text = readFileSync('/proc/self/status', 'utf8')
  return Number(new RegExp(`^${key}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1]) / 1024
}

/** What stays after a collection. */
export async function settledMemory() {
  for (let round = 0; round < 2; round++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return processStatus('VmRSS')
}

/** Now, in microseconds of the machine's clock. */
export function microseconds() {
  return (performance.timeOrigin + performance.now()) * 1000
}

/** @param {number[]} values */
export function quantiles(values) {
  const sorted = values.toSorted((left, right) => left - right)
  const at = (/** @type {number} */ share) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
  return { p50: at(0.5), p99: at(0.99) }
}
