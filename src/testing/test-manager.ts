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
import { readDefinitions } from './install-custom-resource-definitions.ts'
import { installWebhooks } from './install-webhooks.ts'
import { LocalWebhooks } from './local-webhooks.ts'
import type { RestClient } from './rest-client.ts'
import {
  readConfigurations,
  redirectConversion,
  withoutConversion,
  type WebhookSource,
} from './webhook-sources.ts'

/** The label by which the webhooks of a namespaced project know its namespace. */
const projectLabel = 'app.kubernetes.io/name'

export interface TestManagerOptions extends ControlPlaneOptions {
  /** Adds what is tested to the manager. */
  readonly setup: (manager: Manager) => void | Promise<void>
  /**
   * Webhook configurations to install, as the manifests have them: those of `setup` are called in place of the
   * service that they name, and definitions with a conversion webhook are converted by `setup`'s too. Without, webhooks
   * are off, and definitions are installed without their conversion.
   */
  readonly webhooks?: readonly WebhookSource[]
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
  /** Where the webhooks of the manager are served; undefined where none are. */
  readonly webhooks: LocalWebhooks | undefined
  /** Creates every object of a YAML file, in the namespace `default` where it names none. */
  create(path: string): Promise<void>
  /** How the reconciles of a controller ended so far. */
  reconciles(controller: string): ReconcileCounts
  /** Stops the manager, as SIGTERM does, and then the control plane. Rejects where the manager failed. */
  stop(): Promise<void>
}

/**
 * Starts a control plane and a manager on it. Where no control plane can be had on this machine, prints the reason and
 * returns undefined, for tests that are skipped there; with `CI=true` it rejects with the reason instead.
 */
export async function startTestManager({
  setup,
  webhooks,
  crds = [],
  logger = newLogger({ level: 'warn', format: 'text' }),
  ...options
}: TestManagerOptions): Promise<TestManager | undefined> {
  const local = webhooks && (await LocalWebhooks.open())
  const definitions = (await readDefinitions(crds)).map((each) =>
    local === undefined ? withoutConversion(each) : redirectConversion(each, local),
  )
  const controlPlane = await startHere({ ...options, crds: definitions })
  if (controlPlane === undefined) {
    await local?.close()
    return undefined
  }
  const close = async (): Promise<void> => {
    await controlPlane.stop()
    await local?.close()
  }
  try {
    return await runManager({ controlPlane, setup, logger, local, webhooks, close })
  } catch (error) {
    await close()
    throw error
  }
}

/** Starts a control plane, where this machine can have one. */
async function startHere(options: ControlPlaneOptions): Promise<ControlPlane | undefined> {
  try {
    return await startControlPlane(options)
  } catch (error) {
    const isRequired = process.env['CI'] === 'true'
    if (!(error instanceof ProgramsNotFoundError) || isRequired) throw error
    process.stderr.write(
      `kops: ${error.message}\nTests that need it are skipped; with CI=true they fail.\n`,
    )
    return undefined
  }
}

interface Stage extends Pick<TestManagerOptions, 'setup'> {
  readonly webhooks: TestManagerOptions['webhooks'] | undefined
  readonly controlPlane: ControlPlane
  readonly logger: Logger
  readonly local: LocalWebhooks | undefined
  readonly close: () => Promise<void>
}

async function runManager(stage: Stage): Promise<TestManager> {
  const { controlPlane, setup, logger, local, close } = stage
  const connection = await loadConnection({ kubeconfig: controlPlane.kubeconfigPath })
  const metricsRegistry = new PrometheusRegistry()
  const manager = await newManager({
    connection,
    logger,
    metricsRegistry,
    metrics: { bindAddress: '0' },
    ...(local && { webhooks: { port: local.port, host: local.host, certPath: local.certPath } }),
  })
  await setup(manager)
  const end = new AbortController()
  const ended = manager.start(end.signal)
  const stop = async (): Promise<void> => {
    end.abort()
    try {
      await ended
    } finally {
      await close()
    }
  }
  try {
    await Promise.race([consult(manager, stage), ended])
  } catch (error) {
    end.abort()
    await ended.catch(() => undefined)
    throw error
  }
  // Who stops it hears of it.
  ended.catch(() => undefined)
  const client = manager.apiClient
  return {
    controlPlane,
    manager,
    client,
    webhooks: local,
    create: (path) => createObjects(client, path),
    reconciles: (controller) => countReconciles(metricsRegistry.render(), controller),
    stop,
  }
}

/** Has the API server consult the webhooks of the manager, once they answer. */
async function consult(manager: Manager, { controlPlane, local, webhooks }: Stage): Promise<void> {
  if (local === undefined || webhooks === undefined) return
  const { paths } = manager.webhookServer
  await labelNamespace(controlPlane.client, webhooks)
  await installWebhooks(controlPlane.client, local, { webhooks, paths })
}

/** Makes `default` a namespace that the webhooks of a namespaced project judge, as that of the manager is when deployed. */
async function labelNamespace(
  client: RestClient,
  sources: readonly WebhookSource[],
): Promise<void> {
  const all = await readConfigurations(sources)
  const selectors = all.flatMap(({ webhooks = [] }) =>
    webhooks.map(({ namespaceSelector }) => namespaceSelector?.matchLabels?.[projectLabel]),
  )
  const name = selectors.find((each) => each !== undefined)
  if (name === undefined) return
  const metadata = { name: 'default', labels: { [projectLabel]: name } }
  await client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata })
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
