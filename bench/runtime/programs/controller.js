/*
 * kops's side of `node bench/run.js runtime`: one controller for Widgets, as a user would write it. Its twin is
 * bench/controller-runtime.
 */
import {
  loadConnection,
  newController,
  newManager,
  objectReconciler,
  stripManagedFields,
} from 'kops/runtime'
import { microseconds, quantiles, say, settledMemory } from '../report.js'
import { nextRun, readSettings, writtenAnnotation } from '../settings.js'
import { Widget } from '../widget.js'

const settings = readSettings()
const stop = new AbortController()
const manager = await newManager({
  connection: await loadConnection({ kubeconfig: settings.server }),
  metrics: { bindAddress: '0' },
  cache: { transform: stripManagedFields },
})

/** @type {Set<string>} */
const seen = new Set()
/** @type {number[]} */
const latencies = []
let reconciles = 0

/** Ends the program as SIGTERM does. */
function end() {
  stop.abort()
}

/** @type {Record<string, (widget: any, isFull: boolean, entered: number) => void>} */
const workloads = {
  sync(_widget, isFull) {
    if (!isFull) return
    say('done', { reconciles })
    void settledMemory().then((resident) => {
      say('memory', { resident })
      end()
    })
  },
  patch(_widget, isFull) {
    if (!isFull) return
    say('done', { reconciles })
    end()
  },
  latency(widget, isFull, entered) {
    if (isFull) return say('synced')
    const written = widget.metadata.annotations?.[writtenAnnotation]
    if (written === undefined || seen.size < settings.count) return
    latencies.push((entered - Number(written)) / 1000)
    if (latencies.length !== settings.samples) return
    say('done', quantiles(latencies))
    end()
  },
  replay(widget, isFull) {
    if (isFull) {
      say('synced')
      reconciles = 0
    }
    if (widget.metadata.resourceVersion !== settings.last) return
    say('done', { reconciles })
    end()
  },
}
const workload = workloads[settings.workload]
if (!workload) throw new Error(`there is no workload ${settings.workload}`)

newController(manager)
  .for(Widget)
  .withOptions({ maxConcurrentReconciles: settings.concurrent })
  .complete(
    objectReconciler(manager.client, Widget, async (widget) => {
      const entered = settings.workload === 'latency' ? microseconds() : 0
      const run = settings.workload === 'patch' ? nextRun(widget.status?.run, settings) : undefined
      if (run !== undefined) {
        if (reconciles === 0) say('synced')
        reconciles++
        const { name, namespace, generation } = widget.metadata
        const status = { run, observedGeneration: generation }
        await manager.client.status.patch(
          Widget,
          { name, namespace },
          { type: 'merge', value: { status } },
        )
        return
      }
      reconciles++
      const known = seen.size
      seen.add(widget.metadata.name)
      workload(widget, seen.size > known && seen.size === settings.count, entered)
    }),
  )
await manager.start(stop.signal)
