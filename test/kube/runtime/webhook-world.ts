import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, type TestContext } from 'vitest'
import type { CustomResourceDefinition } from '../../../src/apimachinery/custom-resource-definition.ts'
import {
  CertificateAuthority,
  type KeyPair,
} from '../../../src/runtime/certificates/certificate-authority.ts'
import { newManager, type Manager, type ManagerOptions } from '../../../src/runtime/index.ts'
import { PrometheusRegistry } from '../../../src/runtime/metrics/prometheus-registry.ts'
import {
  installWebhooks,
  LocalWebhooks,
  toClusterConnection,
  type Connection,
  type InstalledWebhooks,
  type RestClient,
  type WebhookConfiguration,
} from '../../../src/testing/index.ts'
import { silentLogger } from '../../runtime/log/silent-logger.ts'
import { useClient, useControlPlane } from '../provided.ts'

/** One webhook, as short as it can be said. */
export interface PlannedWebhook {
  readonly kind: 'Mutating' | 'Validating'
  readonly path: string
  /** `scenarios.kops.dev/v1/gadgets`, `/v1/configmaps` */
  readonly resource: string
  readonly operations?: readonly string[]
  readonly failurePolicy?: 'Fail' | 'Ignore'
  readonly timeoutSeconds?: number
}

export interface WebhookWorldOptions {
  readonly setup: (manager: Manager) => void
  readonly webhooks: readonly PlannedWebhook[]
  readonly crds?: readonly CustomResourceDefinition[]
  readonly manager?: Partial<ManagerOptions>
  /** Installs what is installed. Default: the client that all tests of a file share. */
  readonly client?: RestClient
}

let worlds = 0

/** A manager with webhooks that the shared API server consults for one namespace, until the test ends. */
export class WebhookWorld {
  readonly metrics = new PrometheusRegistry()
  readonly authority = new CertificateAuthority('webhook world')
  readonly namespace = `webhooks-${process.pid}-${worlds++}`
  readonly local: LocalWebhooks
  readonly #connection: Connection
  readonly #options: WebhookWorldOptions
  #installed: InstalledWebhooks | undefined
  #end = new AbortController()
  #ended: Promise<void> = Promise.resolve()

  private constructor(local: LocalWebhooks, connection: Connection, options: WebhookWorldOptions) {
    // Signed by an authority that the test has, so that it can sign more.
    const own: PropertyDescriptorMap = { authority: { value: this.authority.certificate } }
    this.local = Object.create(local, own) as LocalWebhooks
    this.#connection = connection
    this.#options = options
    this.rotate(newPair(this, 'first'))
  }

  static async open(context: TestContext, options: WebhookWorldOptions): Promise<WebhookWorld> {
    const { connection } = useControlPlane(context)
    const { client = useClient(context), crds = [], webhooks, setup } = options
    const local = await LocalWebhooks.open()
    const world = new WebhookWorld(local, connection, options)
    onTestFinished(() => world.close())
    await world.start(setup)
    const { namespace } = world
    await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
    world.#installed = await installWebhooks(client, world.local, {
      crds,
      webhooks: webhooks.map(toConfiguration),
      namespaces: [namespace],
      nameSuffix: `-${namespace}`,
    })
    return world
  }

  /** Starts a manager in the place of the one that was stopped. */
  async start(setup: WebhookWorldOptions['setup']): Promise<Manager> {
    const { port, host, certPath } = this.local
    const manager = await newManager({
      connection: toClusterConnection(this.#connection),
      logger: silentLogger,
      metrics: { bindAddress: '0' },
      metricsRegistry: this.metrics,
      webhooks: { port, host, certPath },
      ...this.#options.manager,
    })
    setup(manager)
    this.#end = new AbortController()
    this.#ended = manager.start(this.#end.signal)
    this.#ended.catch(() => undefined)
    return manager
  }

  /** Stops the manager, as SIGTERM does. */
  async stop(): Promise<void> {
    this.#end.abort()
    await this.#ended
  }

  /** Removes everything. Again, it does nothing. */
  async close(): Promise<void> {
    const installed = this.#installed
    this.#installed = undefined
    await installed?.remove()
    await this.stop()
    await this.local.close()
  }

  /** Puts other files in the place of the certificate and its key, as programs do: each at once, the two not. */
  rotate({ certificate, privateKey }: KeyPair): void {
    for (const [name, text] of [
      ['tls.crt', certificate],
      ['tls.key', privateKey],
    ] as const) {
      const path = join(this.local.certPath, name)
      writeFileSync(`${path}.new`, text)
      renameSync(`${path}.new`, path)
    }
  }
}

/** A certificate that the API server trusts. */
export function newPair({ authority }: WebhookWorld, commonName: string): KeyPair {
  return authority.issue({ commonName, hosts: ['127.0.0.1', 'localhost'] })
}

function toConfiguration(
  { kind, path, resource, operations = ['CREATE'], ...more }: PlannedWebhook,
  index: number,
): WebhookConfiguration {
  const [group = '', version = '', ...plural] = resource.split('/')
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: `${kind}WebhookConfiguration`,
    metadata: { name: `${index}-${kind.toLowerCase()}` },
    webhooks: [
      {
        name: `webhook-${index}.kops.dev`,
        clientConfig: { url: `https://elsewhere.invalid${path}` },
        rules: [
          {
            apiGroups: [group],
            apiVersions: [version],
            operations: [...operations],
            resources: [plural.join('/')],
          },
        ],
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        ...more,
      },
    ],
  }
}
