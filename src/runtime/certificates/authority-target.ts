import type { ResourceDescriptor } from '../../apimachinery/group-version-kind.ts'
import type { TypedObject } from '../client/client.ts'

/** The Service that leads to the webhook server. */
export interface WebhookService {
  readonly name: string
  readonly namespace: string
}

/** Whom the API server calls, as configurations and CRDs write it. */
interface ClientConfig {
  service?: { name?: string; namespace?: string }
  caBundle?: string
}

interface Webhook {
  name: string
  clientConfig: ClientConfig
}

interface WebhookConfiguration extends TypedObject {
  webhooks?: Webhook[]
}

interface ConvertingDefinition extends TypedObject {
  spec?: { conversion?: { webhook?: { clientConfig?: ClientConfig } } }
}

/** An object that tells the API server whom to trust when it calls webhooks. */
export interface AuthorityTarget {
  readonly resource: ResourceDescriptor<TypedObject>
  readonly name: string
  /** The bundles that the object holds for the Service: one for each webhook. */
  readonly bundlesIn: (object: TypedObject) => readonly (string | undefined)[]
  /** What to apply, so that the object holds this one everywhere. */
  readonly withBundle: (object: TypedObject, bundle: string) => TypedObject
}

/** Who writes bundles, in `metadata.managedFields`. */
export const bundleFieldManager = 'kops-webhook-certificates'

const clusterScoped = { version: 'v1', scope: 'Cluster', subresources: [] } as const
const admission = { ...clusterScoped, group: 'admissionregistration.k8s.io' }

/** The webhooks of a mutating or validating configuration. */
export function configurationTarget(
  kind: 'MutatingWebhookConfiguration' | 'ValidatingWebhookConfiguration',
  name: string,
  service: WebhookService,
): AuthorityTarget {
  const own = ({ webhooks = [] }: WebhookConfiguration): Webhook[] =>
    webhooks.filter(({ clientConfig }) => calls(clientConfig, service))
  return {
    resource: { ...admission, kind, plural: `${kind.toLowerCase()}s` },
    name,
    bundlesIn: (object) => own(object).map(({ clientConfig }) => clientConfig.caBundle),
    // All of them each time: what an apply leaves out, it takes away.
    withBundle: (object, caBundle): WebhookConfiguration => ({
      webhooks: own(object).map((each) => ({ name: each.name, clientConfig: { caBundle } })),
    }),
  }
}

/** The conversion of a CRD. */
export function conversionTarget(name: string, service: WebhookService): AuthorityTarget {
  return {
    resource: {
      ...clusterScoped,
      group: 'apiextensions.k8s.io',
      kind: 'CustomResourceDefinition',
      plural: 'customresourcedefinitions',
    },
    name,
    bundlesIn: ({ spec }: ConvertingDefinition) => {
      const clientConfig = spec?.conversion?.webhook?.clientConfig
      return clientConfig && calls(clientConfig, service) ? [clientConfig.caBundle] : []
    },
    withBundle: (_object, caBundle): ConvertingDefinition => ({
      spec: { conversion: { webhook: { clientConfig: { caBundle } } } },
    }),
  }
}

function calls({ service }: ClientConfig, wanted: WebhookService): boolean {
  return service?.name === wanted.name && service.namespace === wanted.namespace
}
