import { onTestFinished } from 'vitest'
import type { ResourceDescriptor } from '../../../src/apimachinery/group-version-kind.ts'
import type { TypedObject } from '../../../src/runtime/client/client.ts'
import { createClient } from '../../../src/runtime/client/create-client.ts'
import { toClusterConnection } from '../../../src/testing/index.ts'
import type { WebhookProject } from './webhook-project.ts'

interface ClientConfig {
  readonly caBundle?: string
}

/** A configuration or a CRD. */
interface Calling extends TypedObject {
  readonly webhooks?: readonly { readonly clientConfig: ClientConfig }[]
  readonly spec?: { readonly conversion?: { readonly webhook?: { clientConfig: ClientConfig } } }
}

const cluster = { version: 'v1', scope: 'Cluster', subresources: [] } as const
const admission = { ...cluster, group: 'admissionregistration.k8s.io' }
const watched: readonly [ResourceDescriptor<Calling>, string][] = [
  ...(['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'] as const).map(
    (kind): [ResourceDescriptor<Calling>, string] => [
      { ...admission, kind, plural: `${kind.toLowerCase()}s` },
      `fleet-${kind.startsWith('M') ? 'mutating' : 'validating'}-webhook-configuration`,
    ],
  ),
  [
    {
      ...cluster,
      group: 'apiextensions.k8s.io',
      kind: 'CustomResourceDefinition',
      plural: 'customresourcedefinitions',
    },
    'applications.apps.my.domain',
  ],
]

/** Every bundle that the configurations and the CRD have held from now on, in order, each as often as it came anew. */
export class BundleWatch {
  readonly bundles = new Map<string, string[]>()
  /** Who has written a bundle at last. */
  readonly managers = new Map<string, string[]>()

  constructor({ controlPlane: { connection } }: WebhookProject) {
    const connected = createClient(toClusterConnection(connection))
    const stop = new AbortController()
    onTestFinished(() => {
      stop.abort(new Error('the test is over'))
      connected.close()
    })
    for (const [resource, name] of watched) {
      const options = { fieldSelector: { 'metadata.name': name }, signal: stop.signal }
      const follow = async (): Promise<void> => {
        for await (const event of connected.client.watch(resource, options)) {
          if (event.type === 'ADDED' || event.type === 'MODIFIED') {
            this.#note(resource.kind, event.object)
          }
        }
      }
      follow().catch((error: unknown) => {
        if (!stop.signal.aborted) throw error
      })
    }
  }

  #note(kind: string, { metadata, webhooks = [], spec }: Calling): void {
    const conversion = spec?.conversion?.webhook
    const configs = [...webhooks, ...(conversion ? [conversion] : [])]
    const held = configs.map(({ clientConfig: { caBundle = '' } }) => caBundle).join(',')
    const before = this.bundles.get(kind) ?? []
    if (before.at(-1) !== held) this.bundles.set(kind, [...before, held])
    const writers = metadata?.managedFields?.filter(({ fieldsV1 }) =>
      JSON.stringify(fieldsV1).includes('"f:caBundle"'),
    )
    this.managers.set(kind, writers?.map((each) => `${each.manager} ${each.operation}`) ?? [])
  }
}
