import { readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { loadConnection } from '../../../../src/runtime/client/load-connection.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { digestOf } from '../soak/digest.ts'
import { systemClock } from '../../../../src/runtime/clock/system-clock.ts'
import { FastClock } from '../scenarios/fast-clock.ts'
import { Operator, look } from '../scenarios/operator.ts'

/*
 * An operator on a replay server, in a process of its own so that its memory is its own. It tells what it holds when
 * it is asked, after it has come to rest.
 */
const [kubeconfig = '', pace = ''] = process.argv.slice(2)
const lag = monitorEventLoopDelay({ resolution: 5 })
lag.enable()
let changedNumbers = 0
const operator = new Operator({
  connection: await loadConnection({ kubeconfig }),
  namespaces: ['default'],
  // Waits are short, and every connection counts as one that was good for minutes: back-off begins anew each time.
  clock: pace === 'fast' ? new FastClock(100, 5_000) : systemClock,
  client: { silenceMs: Number.MAX_SAFE_INTEGER },
  controller: { cacheSyncTimeoutMs: 1e9 },
  informer: { freeze: false },
  reconcile: async ({ gadget }) => {
    if (gadget?.spec.text?.startsWith(`${gadget.spec.value} `) === false) changedNumbers += 1
    await look()
  },
})
operator.start()
await operator.informer.synced
process.send?.('synced')

process.on('message', (version: string) => void report(version))

/** Waits until everything up to a version is stored and reconciled, and tells what is held then. */
async function report(version: string): Promise<void> {
  while (operator.informer.lastSyncResourceVersion !== version || !isAtRest()) await delay(10)
  lag.disable()
  const { gc } = globalThis
  for (let round = 0; round < 5; round += 1) {
    gc?.()
    await delay(20)
  }
  const stored = operator.informer.lister.list()
  process.send?.({
    longestBlockMs: lag.max / 1e6,
    peakBytes: process.resourceUsage().maxRSS * 1024,
    heapBytes: process.memoryUsage().heapUsed,
    descriptors: readdirSync('/proc/self/fd').length,
    handles: process.getActiveResourcesInfo().sort(),
    digest: digestOf(
      stored.map(
        ({ metadata: { name, uid, resourceVersion }, spec }) =>
          `${name} ${uid} ${resourceVersion} ${spec.value}`,
      ),
    ),
    behind: stored.filter(
      ({ metadata }) =>
        operator.reconciled.get(`default/${metadata.name}`) !== metadata.resourceVersion,
    ).length,
    changedNumbers,
    overlaps: operator.overlaps.length,
    reconciles: operator.reconciles,
    relists: operator.relists,
  })
}

function isAtRest(): boolean {
  const { waiting, delayed, processing } = operator.controller.inspect()
  return Object.keys(waiting).length + delayed + processing.length === 0
}
