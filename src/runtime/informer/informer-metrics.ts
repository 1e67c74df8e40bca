import type { Counter, Gauge, Labels, MetricsRegistry } from '../metrics/metric.ts'
import type { InformerStatus } from './informer.ts'
import type { Incident } from './reflector-machine.ts'

/** Something whose state is read at each scrape. */
interface Observed {
  status(): InformerStatus
}

const kindLabels = ['group', 'version', 'kind']

/**
 * Metrics of informers. controller-runtime has none of these, so they carry kops's own prefix. Values that change
 * with every event are read at a scrape instead of being kept up to date.
 */
export class InformerMetrics {
  readonly #informers = new Set<Observed>()
  readonly #relists: Counter
  readonly #restarts: Counter

  constructor(registry: MetricsRegistry) {
    const labelNames = [...kindLabels, 'reason']
    this.#relists = registry.counter({
      name: 'kops_informer_relists_total',
      help: 'How often a list was begun anew, by reason',
      labelNames,
    })
    this.#restarts = registry.counter({
      name: 'kops_informer_watch_restarts_total',
      help: 'How often a watch was opened again where it ended, by reason',
      labelNames,
    })
    this.#gauge(registry, 'kops_informer_last_event_age_seconds', {
      help: 'Time since the server last said anything',
      read: ({ lastEventAgeMs }) =>
        lastEventAgeMs === undefined ? undefined : lastEventAgeMs / 1000,
    })
    this.#gauge(registry, 'kops_informer_objects', {
      help: 'Objects in the store',
      read: ({ objects }) => objects,
    })
    this.#gauge(registry, 'kops_informer_quarantined_objects', {
      help: 'Objects that cannot be used',
      read: ({ quarantined }) => quarantined.length,
    })
    this.#gauge(registry, 'kops_informer_synced', {
      help: 'Whether the initial list is stored',
      read: ({ hasSynced }) => Number(hasSynced),
    })
  }

  /** Shows an informer at each scrape, until the returned function is called. */
  observe(informer: Observed): () => void {
    this.#informers.add(informer)
    return () => this.#informers.delete(informer)
  }

  count(status: InformerStatus, { effect, reason }: Incident): void {
    if (effect === 'retry') return
    const counter = effect === 'relist' ? this.#relists : this.#restarts
    counter.increment({ ...labelsOf(status), reason })
  }

  #gauge(
    registry: MetricsRegistry,
    name: string,
    { help, read }: { help: string; read: (status: InformerStatus) => number | undefined },
  ): void {
    const collect = (gauge: Gauge): void => {
      for (const informer of this.#informers) {
        const status = informer.status()
        const value = read(status)
        if (value !== undefined) gauge.set(value, labelsOf(status))
      }
    }
    registry.gauge({ name, help, labelNames: kindLabels, collect })
  }
}

function labelsOf({ group, version, kind }: InformerStatus): Labels {
  return { group, version, kind }
}
