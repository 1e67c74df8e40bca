import { readFile } from 'node:fs/promises'
import { parseApiVersion } from '../apimachinery/api-version.ts'
import type { KubernetesObject } from '../apimachinery/kubernetes-object.ts'
import { parseYaml } from '../manifest/parse-yaml.ts'
import type { Client } from '../runtime/client/client.ts'
import { loadConnection } from '../runtime/client/load-connection.ts'
import type { Logger } from '../runtime/log/logger.ts'
import { newLogger } from '../runtime/manager/log-output.ts'
import { PrometheusRegistry } from '../runtime/metrics/prometheus-registry.ts'
import type { Manager } from '../runtime/manager/manager.ts'
import { newManager } from '../runtime/manager/new-manager.ts'
import { startControlPlane, type ControlPlane, type ControlPlaneOptions } from './control-plane.ts'
import { ProgramsNotFoundError } from './find-programs.ts'

export interface TestManagerOptions extends ControlPlaneOptions {
  /** Adds what is tested to the manager. */
  readonly setup: (manager: Manager) => void | Promise<void>
  /** Default: warnings and errors, as text. */
  readonly logger?: Logger
}

/** How the reconciles of a controller ended so far. */
export interface ReconcileCounts {
  readonly success: number
  readonly error: number
  readonly requeue: number
  readonly requeueAfter: number
}

/** A manager that runs on a control plane of its own. */
export interface TestManager {
  readonly controlPlane: ControlPlane
  readonly manager: Manager
  /** Reads and writes the API server itself, past the manager's cache. */
  readonly client: Client
  /** Creates every object of a YAML file, in the namespace `default` where it names none. */
  create(path: string): Promise<void>
  /** How the reconciles of a controller ended so far. */
  reconciles(controller: string): ReconcileCounts
  /** Stops the manager, as SIGTERM does, and then the control plane. Rejects where the manager failed. */
  stop(): Promise<void>
}

/**
 * Starts a control plane and a manager on it. Undefined where no control plane can be had on this machine, for tests
 * that are skipped there.
 */
export async function startTestManager({
  setup,
  logger = newLogger({ level: 'warn', format: 'text' }),
  ...options
}: TestManagerOptions): Promise<TestManager | undefined> {
  const controlPlane = await startControlPlane(options).catch((error: unknown) => {
    if (error instanceof ProgramsNotFoundError) return undefined
    throw error
  })
  if (controlPlane === undefined) return undefined
  try {
    return await runManager(controlPlane, { setup, logger })
  } catch (error) {
    await controlPlane.stop()
    throw error
  }
}

async function runManager(
  controlPlane: ControlPlane,
  { setup, logger }: { readonly setup: TestManagerOptions['setup']; readonly logger: Logger },
): Promise<TestManager> {
  const connection = await loadConnection({ kubeconfig: controlPlane.kubeconfigPath })
  const metricsRegistry = new PrometheusRegistry()
  const manager = await newManager({
    connection,
    logger,
    metricsRegistry,
    metrics: { bindAddress: '0' },
  })
  await setup(manager)
  const end = new AbortController()
  const ended = manager.start(end.signal)
  // Who stops it hears of it.
  ended.catch(() => undefined)
  const client = manager.apiClient
  return {
    controlPlane,
    manager,
    client,
    create: (path) => createObjects(client, path),
    reconciles: (controller) => countReconciles(metricsRegistry.render(), controller),
    async stop() {
      end.abort()
      try {
        await ended
      } finally {
        await controlPlane.stop()
      }
    },
  }
}

async function createObjects(client: Client, path: string): Promise<void> {
  for (const { value } of parseYaml(await readFile(path, 'utf8'))) {
    const object = value as unknown as KubernetesObject
    const { group = '', version = '' } = parseApiVersion(object.apiVersion) ?? {}
    const kind = { group, version, kind: object.kind }
    const metadata = { namespace: 'default', ...object.metadata }
    await client.create(kind, { ...object, metadata }, { fieldValidation: 'Strict' })
  }
}

const sample = /^controller_runtime_reconcile_total\{([^}]*)\} (\d+)/gm

function countReconciles(metrics: string, controller: string): ReconcileCounts {
  const counts = { success: 0, error: 0, requeue: 0, requeueAfter: 0 }
  for (const [, labels = '', value = ''] of metrics.matchAll(sample)) {
    if (!labels.includes(`controller="${controller}"`)) continue
    const [, result = ''] = /result="([^"]*)"/.exec(labels) ?? []
    const name = result === 'requeue_after' ? 'requeueAfter' : result
    if (name in counts) counts[name as keyof typeof counts] += Number(value)
  }
  return counts
}
