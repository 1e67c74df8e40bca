import type {
  CustomResourceDefinition,
  WebhookClientConfig,
} from '../apimachinery/custom-resource-definition.ts'
import type { KubernetesObject } from '../apimachinery/kubernetes-object.ts'
import type { LabelSelector } from '../apimachinery/object-meta.ts'
import type { LocalWebhooks } from './local-webhooks.ts'
import { isOfKind, ManifestError, readManifests } from './read-manifests.ts'

/** A configuration of webhooks: the object, or the path of a YAML file or of a folder of YAML files. */
export type WebhookSource = string | WebhookConfiguration

/** `admissionregistration.k8s.io/v1` MutatingWebhookConfiguration or ValidatingWebhookConfiguration. */
export interface WebhookConfiguration extends KubernetesObject {
  webhooks?: ConfiguredWebhook[]
}

/** One webhook of a configuration. */
export interface ConfiguredWebhook {
  name: string
  clientConfig: WebhookClientConfig
  rules?: WebhookRule[]
  failurePolicy?: string
  matchPolicy?: string
  namespaceSelector?: LabelSelector
  objectSelector?: LabelSelector
  matchConditions?: { name: string; expression: string }[]
  sideEffects: string
  timeoutSeconds?: number
  admissionReviewVersions: string[]
  reinvocationPolicy?: string
}

/** The requests that a webhook is called for. */
export interface WebhookRule {
  apiGroups: string[]
  apiVersions: string[]
  operations: string[]
  resources: string[]
  scope?: string
}

/** The configurations of all sources, in their order. */
export function readConfigurations(
  sources: readonly WebhookSource[],
): Promise<WebhookConfiguration[]> {
  return readManifests(sources, isConfiguration)
}

function isConfiguration(value: unknown): value is WebhookConfiguration {
  return isOfKind(value, 'MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration')
}

/** How webhooks of manifests become those of a test. */
export interface Redirection {
  readonly local: LocalWebhooks
  /** The paths that the test's server answers at. Default: all. */
  readonly paths?: readonly string[] | undefined
  /** Only requests in these namespaces are sent. Default: as the manifests say. */
  readonly namespaces?: readonly string[] | undefined
  /** Ends the names of the configurations. */
  readonly nameSuffix?: string | undefined
}

/**
 * The configuration with each webhook at the test's own server. A webhook with the URL of another server is left out
 * where the test does not serve its path. Throws a ManifestError where it does not serve that of a service.
 */
export function redirectConfiguration(
  configuration: WebhookConfiguration,
  redirection: Redirection,
): WebhookConfiguration {
  const { nameSuffix = '', namespaces } = redirection
  const { name = '', ...metadata } = configuration.metadata
  const webhooks = (configuration.webhooks ?? []).flatMap((webhook) => {
    const clientConfig = redirect(webhook, redirection)
    return clientConfig === undefined ? [] : [within({ ...webhook, clientConfig }, namespaces)]
  })
  return { ...configuration, metadata: { ...metadata, name: `${name}${nameSuffix}` }, webhooks }
}

function redirect(
  { name, clientConfig: { service, url } }: ConfiguredWebhook,
  { local, paths }: Redirection,
): WebhookClientConfig | undefined {
  const path = service === undefined ? new URL(url ?? '').pathname : (service.path ?? '/')
  if (paths === undefined || paths.includes(path)) return localConfig(local, path)
  if (service === undefined) return undefined
  throw new ManifestError(`nobody serves ${path}, which the webhook ${name} is called at`)
}

function localConfig(local: LocalWebhooks, path: string): WebhookClientConfig {
  return { url: local.url(path), caBundle: Buffer.from(local.authority).toString('base64') }
}

function within(
  webhook: ConfiguredWebhook,
  namespaces: readonly string[] | undefined,
): ConfiguredWebhook {
  if (namespaces === undefined) return webhook
  const { matchExpressions = [], ...selector } = webhook.namespaceSelector ?? {}
  const own = {
    key: 'kubernetes.io/metadata.name',
    operator: 'In' as const,
    values: [...namespaces],
  }
  return {
    ...webhook,
    namespaceSelector: { ...selector, matchExpressions: [...matchExpressions, own] },
  }
}

/** The definition, converted by the test's own server where a webhook converts it. */
export function redirectConversion(
  definition: CustomResourceDefinition,
  local: LocalWebhooks,
): CustomResourceDefinition {
  const { conversion, ...spec } = definition.spec
  if (conversion?.strategy !== 'Webhook') return definition
  const { clientConfig: { service, url } = {}, ...webhook } = conversion.webhook ?? {
    conversionReviewVersions: ['v1'],
  }
  const path = url === undefined ? (service?.path ?? '/') : new URL(url).pathname
  const clientConfig = localConfig(local, path)
  return {
    ...definition,
    spec: { ...spec, conversion: { ...conversion, webhook: { ...webhook, clientConfig } } },
  }
}

/** The definition without a webhook that converts it: the API server changes `apiVersion` alone. */
export function withoutConversion(definition: CustomResourceDefinition): CustomResourceDefinition {
  if (definition.spec.conversion?.strategy !== 'Webhook') return definition
  return { ...definition, spec: { ...definition.spec, conversion: { strategy: 'None' } } }
}
