import type { ResourceDescriptor } from '../../../src/apimachinery/group-version-kind.ts'
import type { ObjectMeta } from '../../../src/apimachinery/object-meta.ts'
import type { Client, TypedObject } from '../../../src/runtime/client/client.ts'
import type { Controller } from '../../../src/runtime/controller/controller.ts'
import {
  newController,
  type ControllerBuilder,
  type ControllerHost,
} from '../../../src/runtime/controller/controller-builder.ts'
import type {
  ControllerOptions,
  ControllerParts,
} from '../../../src/runtime/controller/controller-options.ts'
import { enqueueObject } from '../../../src/runtime/controller/event-handler.ts'
import type { Source } from '../../../src/runtime/controller/source.ts'
import { kindSource } from '../../../src/runtime/controller/sources.ts'
import type { Reconciler } from '../../../src/runtime/controller/reconciler.ts'
import type { LogFields, Logger } from '../../../src/runtime/log/logger.ts'
import type { Runnable } from '../../../src/runtime/manager/runnable.ts'
import { PrometheusRegistry } from '../../../src/runtime/metrics/prometheus-registry.ts'
import { ManualClock } from '../clock/manual-clock.ts'
import { ScriptedCache } from './scripted-informer.ts'

export interface App extends TypedObject {
  metadata: ObjectMeta
}

function descriptor(group: string, kind: string): ResourceDescriptor<App> {
  const plural = `${kind.toLowerCase()}s`
  return { group, version: 'v1', kind, plural, scope: 'Namespaced', subresources: [] }
}

export const App: ResourceDescriptor<App> = descriptor('apps.example.org', 'App')
export const Child: ResourceDescriptor<App> = descriptor('', 'Child')

/** An object `default/<name>`, or `<namespace>/<name>`. */
export function object(key: string, metadata: ObjectMeta = {}): App {
  const [name = '', namespace = 'default'] = key.split('/').reverse()
  return { metadata: { name, namespace, resourceVersion: '1', ...metadata } }
}

export interface LogLine {
  readonly level: string
  readonly message: string
  readonly fields: LogFields
}

/** A logger that keeps what it is told. */
export class RecordingLogger implements Logger {
  readonly lines: LogLine[]
  readonly #fields: LogFields

  constructor(lines: LogLine[] = [], fields: LogFields = {}) {
    this.lines = lines
    this.#fields = fields
  }

  debug(message: string, fields?: LogFields): void {
    this.#add('debug', message, fields)
  }

  info(message: string, fields?: LogFields): void {
    this.#add('info', message, fields)
  }

  warn(message: string, fields?: LogFields): void {
    this.#add('warn', message, fields)
  }

  error(message: string, fields?: LogFields): void {
    this.#add('error', message, fields)
  }

  with(fields: LogFields): Logger {
    return new RecordingLogger(this.lines, { ...this.#fields, ...fields })
  }

  find(message: string): readonly LogLine[] {
    return this.lines.filter((line) => line.message.startsWith(message))
  }

  #add(level: string, message: string, fields: LogFields = {}): void {
    this.lines.push({ level, message, fields: { ...this.#fields, ...fields } })
  }
}

/** What stands in for a manager. */
export class FakeHost implements ControllerHost {
  readonly clock = new ManualClock()
  readonly logger = new RecordingLogger()
  readonly metrics = new PrometheusRegistry()
  readonly cache = new ScriptedCache()
  readonly runnables: Runnable[] = []

  get client(): Client {
    throw new TypeError('these tests send nothing')
  }

  add(runnable: Runnable): void {
    this.runnables.push(runnable)
  }

  /** What a controller by hand is given. */
  parts(): Pick<ControllerParts, 'logger' | 'metrics' | 'clock'> {
    const { logger, metrics, clock } = this
    return { logger, metrics, clock }
  }

  /** The objects of App, each of which is reconciled itself. */
  kindSource(): Source {
    return kindSource(this.cache, App, { handler: enqueueObject() })
  }

  /** The value of a metric, by its name and labels as they are rendered. */
  metric(series: string): number | undefined {
    const line = this.metrics
      .render()
      .split('\n')
      .find((each) => each.startsWith(`${series} `))
    return line === undefined ? undefined : Number(line.slice(series.length + 1))
  }
}

export interface Bench {
  readonly host: FakeHost
  readonly controller: Controller
  /** Stops taking, as the manager does at SIGTERM. */
  readonly stop: () => void
  /** How `start` ended; `undefined` while it has not. */
  readonly ended: () => 'resolved' | Error | undefined
}

/** A running controller for App, on a clock that stands still. */
export async function startController(
  reconcile: Reconciler['reconcile'],
  options: ControllerOptions = {},
  plan: (builder: ControllerBuilder) => ControllerBuilder = (builder) => builder,
): Promise<Bench> {
  const host = new FakeHost()
  const builder = plan(newController(host).for(App).withOptions(options))
  const controller = builder.complete(reconcile)
  return await run(host, controller)
}

/** Starts a controller and waits until it waits. */
export async function run(host: FakeHost, controller: Controller): Promise<Bench> {
  const stop = new AbortController()
  let ended: 'resolved' | Error | undefined
  controller.start(stop.signal).then(
    () => (ended = 'resolved'),
    (error: unknown) => (ended = error instanceof Error ? error : new Error(String(error))),
  )
  await host.clock.advance(0)
  return { host, controller, stop: () => stop.abort(), ended: () => ended }
}

/** A promise, and its end by hand. */
export interface Gate {
  readonly opened: Promise<void>
  open(): void
}

export function newGate(): Gate {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}
