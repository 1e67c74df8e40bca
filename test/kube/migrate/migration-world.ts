import type { TestContext } from 'vitest'
import type { CustomResourceDefinition } from '../../../src/apimachinery/custom-resource-definition.ts'
import type { KubernetesObject } from '../../../src/apimachinery/kubernetes-object.ts'
import type { Manager } from '../../../src/runtime/manager/manager.ts'
import {
  installCustomResourceDefinitions,
  startFaultProxy,
  startTestManager,
  type FaultProxy,
  type LocalWebhooks,
  type TestManager,
} from '../../../src/testing/index.ts'
import { runKops, type KopsRun } from '../../cli/run-kops.ts'
import type { ApplicationKind, ApplicationV1Alpha1, Version } from '../webhooks/application.ts'

/** A control plane, and a manager that converts every kind of the tests. */
export interface MigrationWorld {
  readonly world: TestManager
  readonly webhooks: LocalWebhooks
}

/** Undefined where no control plane can be had on this machine. */
export async function startMigrationWorld(
  kinds: readonly ApplicationKind[],
): Promise<MigrationWorld | undefined> {
  const setup = (manager: Manager): void => kinds.forEach((kind) => kind.serve(manager))
  const world = await startTestManager({ setup, webhooks: [] })
  return world?.webhooks && { world, webhooks: world.webhooks }
}

/** A kind with stored objects, whose conversion webhook is reached through a proxy that throws faults. */
export class StoredKind {
  readonly kind: ApplicationKind
  readonly world: TestManager
  readonly webhooks: LocalWebhooks
  /** Between the API server and the webhook. */
  readonly proxy: FaultProxy

  private constructor(
    kind: ApplicationKind,
    { world, webhooks }: MigrationWorld,
    proxy: FaultProxy,
  ) {
    this.kind = kind
    this.world = world
    this.webhooks = webhooks
    this.proxy = proxy
  }

  /** `count` objects are stored as v1alpha1, while v1 is written by now. */
  static async start(
    context: TestContext,
    migration: MigrationWorld | undefined,
    { kind, count }: { readonly kind: ApplicationKind; readonly count: number },
  ): Promise<StoredKind> {
    if (migration === undefined) return context.skip('no control plane on this machine')
    const server = migration.webhooks.url('')
    const { certificateAuthority } = migration.world.controlPlane.connection
    const proxy = await startFaultProxy({ server, certificateAuthority }, { mode: 'tcp' })
    context.onTestFinished(() => proxy.stop())
    const stored = new StoredKind(kind, migration, proxy)
    await stored.install('v1alpha1')
    const names = Array.from({ length: count }, (_, index) => `a${String(index).padStart(4, '0')}`)
    const rest = names[Symbol.iterator]()
    const work = async (): Promise<void> => {
      for (const name of rest) await stored.create(name)
    }
    await Promise.all(Array.from({ length: 16 }, work))
    await stored.install('v1')
    return stored
  }

  /** Has objects written as `version` from now on. */
  async install(stored: Version, served?: readonly Version[]): Promise<void> {
    const { client } = this.world.controlPlane
    await installCustomResourceDefinitions(client, [this.definition(stored, served)])
  }

  definition(stored: Version, served?: readonly Version[]): CustomResourceDefinition {
    const definition = this.kind.definition(stored, served)
    const { authority } = this.webhooks
    const clientConfig = {
      url: `${this.proxy.connection.server}/convert`,
      caBundle: Buffer.from(authority).toString('base64'),
    }
    const webhook = { clientConfig, conversionReviewVersions: ['v1'] }
    return {
      ...definition,
      spec: { ...definition.spec, conversion: { strategy: 'Webhook', webhook } },
    }
  }

  async create(name: string, replicas = 3): Promise<void> {
    const { group } = this.kind
    await this.world.controlPlane.client.create({
      apiVersion: `${group}/v1alpha1`,
      kind: 'Application',
      metadata: { name },
      spec: { image: 'shop:1', replicas },
    } as ApplicationV1Alpha1)
  }

  /** The versions that objects are stored in, as etcd holds them, and how many in each. */
  async stored(): Promise<Readonly<Record<string, number>>> {
    const key = Buffer.from(`/registry/${this.kind.group}/applications/`)
    const end = Buffer.from(key)
    end[end.length - 1] = (end.at(-1) ?? 0) + 1
    const answer = await fetch(`${this.world.controlPlane.etcdUrl}/v3/kv/range`, {
      method: 'POST',
      body: JSON.stringify({ key: key.toString('base64'), range_end: end.toString('base64') }),
    })
    const { kvs = [] } = (await answer.json()) as { readonly kvs?: { readonly value: string }[] }
    const counts: Record<string, number> = {}
    for (const { value } of kvs) {
      const object = JSON.parse(Buffer.from(value, 'base64').toString()) as KubernetesObject
      const version = object.apiVersion.split('/')[1] ?? ''
      counts[version] = (counts[version] ?? 0) + 1
    }
    return counts
  }

  async storedVersions(): Promise<readonly string[] | undefined> {
    return (await this.read()).status?.storedVersions
  }

  async read(): Promise<{
    readonly metadata: { readonly annotations?: Readonly<Record<string, string>> }
    readonly status?: { readonly storedVersions?: readonly string[] }
  }> {
    const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${this.kind.name}`
    return this.world.controlPlane.client.request({ method: 'GET', path })
  }

  /** The command line after `kops`. */
  line(...more: readonly string[]): string[] {
    const { kubeconfigPath } = this.world.controlPlane
    return ['migrate', 'storage', '--crd', this.kind.name, '--kubeconfig', kubeconfigPath, ...more]
  }

  /** Runs the command in this process. */
  migrate(...more: readonly string[]): Promise<KopsRun> {
    return runKops(this.line(...more), { directory: process.cwd() })
  }
}
