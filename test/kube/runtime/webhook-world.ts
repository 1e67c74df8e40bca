import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, type TestContext } from 'vitest'
import type { CustomResourceDefinition } from '../../../src/apimachinery/custom-resource-definition.ts'
import { CertificateAuthority } from '../../../src/runtime/certificates/certificate-authority.ts'
import { newManager, type Manager, type ManagerOptions } from '../../../src/runtime/index.ts'
import { PrometheusRegistry } from '../../../src/runtime/metrics/prometheus-registry.ts'
import {
  installWebhooks,
  LocalWebhooks,
  toClusterConnection,
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
}

let worlds = 0

/** A manager with webhooks that the shared API server consults for one namespace, until the test ends. */
export class WebhookWorld {
  readonly metrics = new PrometheusRegistry()
  readonly authority = new CertificateAuthority('webhook world')
  readonly namespace = `webhooks-${process.pid}-${worlds++}`
  readonly #certPath: string

  private constructor(certPath: string) {
    this.#certPath = certPath
    this.rotate('first')
  }

  static async open(context: TestContext, options: WebhookWorldOptions): Promise<WebhookWorld> {
    const client = useClient(context)
    const { connection } = useControlPlane(context)
    const local = await LocalWebhooks.open()
    const { port, host, certPath } = local
    const world = new WebhookWorld(certPath)
    const manager = await newManager({
      connection: toClusterConnection(connection),
      logger: silentLogger,
      metrics: { bindAddress: '0' },
      metricsRegistry: world.metrics,
      webhooks: { port, host, certPath },
      ...options.manager,
    })
    options.setup(manager)
    const end = new AbortController()
    const ended = manager.start(end.signal)
    ended.catch(() => undefined)
    onTestFinished(async () => {
      end.abort()
      await ended
      await local.close()
    })
    const { namespace } = world
    await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
    // Signed by an authority that the test has, so that it can sign more.
    const own: PropertyDescriptorMap = { authority: { value: world.authority.certificate } }
    const installed = await installWebhooks(client, Object.create(local, own) as LocalWebhooks, {
      crds: options.crds ?? [],
      webhooks: options.webhooks.map(toConfiguration),
      namespaces: [namespace],
      nameSuffix: `-${namespace}`,
    })
    onTestFinished(() => installed.remove())
    return world
  }

  /** Writes another certificate of the same authority. */
  rotate(commonName: string): void {
    const pair = this.authority.issue({ commonName, hosts: ['127.0.0.1', 'localhost'] })
    writeFileSync(join(this.#certPath, 'tls.crt'), pair.certificate)
    writeFileSync(join(this.#certPath, 'tls.key'), pair.privateKey)
  }
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
