import type { JsonObject, JsonValue } from '../../src/apimachinery/json.ts'
import type { KubernetesObject } from '../../src/apimachinery/kubernetes-object.ts'
import { matchLabelSelector } from '../../src/apimachinery/label-selector.ts'
import { parseManagerFlags } from '../../src/runtime/manager/flags/manager-flags.ts'

/** An object of a tree that kustomize builds, with the members that hold names of others. */
export interface TreeObject extends KubernetesObject {
  readonly roleRef?: { readonly kind: string; readonly name: string }
  readonly subjects?: readonly Reference[]
  readonly rules?: readonly {
    readonly resources?: readonly string[]
    readonly resourceNames?: readonly string[]
  }[]
  readonly webhooks?: readonly { readonly clientConfig: ClientConfig }[]
  readonly spec?: TreeSpec
}

interface Reference {
  readonly kind: string
  readonly name: string
  readonly namespace?: string
}

interface ClientConfig {
  readonly service?: { readonly name: string; readonly namespace: string }
}

interface TreeSpec {
  readonly conversion?: { readonly webhook?: { readonly clientConfig: ClientConfig } }
  readonly dnsNames?: readonly string[]
  readonly issuerRef?: { readonly name: string }
  readonly selector?: JsonObject
  readonly podSelector?: JsonObject
  readonly policyName?: string
  readonly paramRef?: { readonly name: string; readonly namespace: string }
  readonly matchConstraints?: {
    readonly resourceRules: readonly {
      readonly resources: readonly string[]
      readonly resourceNames?: readonly string[]
    }[]
  }
  readonly template?: {
    readonly metadata: { readonly labels: Readonly<Record<string, string>> }
    readonly spec: {
      readonly serviceAccountName: string
      readonly containers: readonly { readonly args: readonly string[] }[]
    }
  }
}

/** Kinds that kustomize does not know, so that it gives them a namespace, which the API server drops. */
const unknownClusterScoped = /^ValidatingAdmissionPolicy(Binding)?$/

/** `Kind namespace/name`, with `-` where there is no namespace. */
export function titleOf({ kind, metadata: { namespace = '-', name } }: KubernetesObject): string {
  return `${kind} ${unknownClusterScoped.test(kind) ? '-' : namespace}/${name}`
}

/** The references of a tree to objects that it does not hold, as `where → what`. */
export function findDangling(objects: readonly TreeObject[]): string[] {
  const titles = new Set(objects.map(titleOf))
  return objects.flatMap((each) =>
    referencesOf(each, objects)
      .filter((reference) => !titles.has(reference))
      .map((reference) => `${titleOf(each)} → ${reference}`),
  )
}

/** How many references a tree holds, so that a test cannot pass on none. */
export function countReferences(objects: readonly TreeObject[]): number {
  return objects.flatMap((each) => referencesOf(each, objects)).length
}

function referencesOf(object: TreeObject, objects: readonly TreeObject[]): string[] {
  return [
    ...bindingReferences(object),
    ...ruleReferences(object, objects),
    ...webhookReferences(object),
    ...certificateReferences(object),
    ...policyReferences(object, objects),
    ...podReferences(object),
    ...selectorReferences(object, objects),
  ]
}

function bindingReferences({ metadata, roleRef, subjects = [] }: TreeObject): string[] {
  const isRole = roleRef?.kind === 'Role'
  const namespace = isRole ? metadata.namespace : '-'
  const role = roleRef && `${roleRef.kind} ${namespace}/${roleRef.name}`
  return [
    ...(role === undefined ? [] : [role]),
    ...subjects.map((each) => `${each.kind} ${each.namespace ?? '-'}/${each.name}`),
  ]
}

const kinds: Readonly<Record<string, string>> = {
  customresourcedefinitions: 'CustomResourceDefinition',
  mutatingwebhookconfigurations: 'MutatingWebhookConfiguration',
  secrets: 'Secret',
  validatingwebhookconfigurations: 'ValidatingWebhookConfiguration',
}

/** Objects that Kubernetes or the manager itself creates. */
const createdInTheCluster: ReadonlySet<string> = new Set(['configmaps', 'leases'])

function ruleReferences(
  { metadata, rules = [] }: TreeObject,
  objects: readonly TreeObject[],
): string[] {
  return rules.flatMap((rule) => named(rule, metadata.namespace, objects))
}

function named(
  {
    resources = [],
    resourceNames = [],
  }: { readonly resources?: readonly string[]; readonly resourceNames?: readonly string[] },
  namespace: string | undefined,
  objects: readonly TreeObject[],
): string[] {
  return resources
    .filter((resource) => !createdInTheCluster.has(resource))
    .flatMap((resource) => {
      const kind = kinds[resource] ?? resource
      const isNamespaced = objects.some(
        (each) => each.kind === kind && each.metadata.namespace !== undefined,
      )
      return resourceNames.map((name) => `${kind} ${isNamespaced ? namespace : '-'}/${name}`)
    })
}

function webhookReferences({ webhooks = [], spec }: TreeObject): string[] {
  const conversion = spec?.conversion?.webhook
  return [...webhooks, ...(conversion ? [conversion] : [])].flatMap(
    ({ clientConfig: { service } }) =>
      service === undefined ? [] : [`Service ${service.namespace}/${service.name}`],
  )
}

function certificateReferences({ metadata, spec }: TreeObject): string[] {
  const injected = metadata.annotations?.['cert-manager.io/inject-ca-from']
  const services = (spec?.dnsNames ?? []).map((host) => {
    const [name, namespace] = host.split('.')
    return `Service ${namespace}/${name}`
  })
  const issuer = spec?.issuerRef && `Issuer ${metadata.namespace}/${spec.issuerRef.name}`
  return [
    ...services,
    ...(issuer === undefined ? [] : [issuer]),
    ...(injected === undefined ? [] : [`Certificate ${injected}`]),
  ]
}

function policyReferences({ kind, spec }: TreeObject, objects: readonly TreeObject[]): string[] {
  const rules = spec?.matchConstraints?.resourceRules ?? []
  const { policyName, paramRef } = spec ?? {}
  return [
    ...rules.flatMap((rule) => named(rule, undefined, objects)),
    ...(kind === 'ValidatingAdmissionPolicyBinding'
      ? [`ValidatingAdmissionPolicy -/${policyName}`]
      : []),
    ...(paramRef === undefined ? [] : [`ServiceAccount ${paramRef.namespace}/${paramRef.name}`]),
  ]
}

function podReferences({ metadata: { namespace }, spec }: TreeObject): string[] {
  const pod = spec?.template?.spec
  if (pod === undefined) return []
  const { webhookCertificate: certificate } = parseManagerFlags(pod.containers[0]?.args ?? [])
  const named: readonly (readonly [string, string | undefined])[] = [
    [`Secret ${namespace}`, certificate?.secretName],
    [`Service ${namespace}`, certificate?.serviceName],
    ['MutatingWebhookConfiguration -', certificate?.mutatingConfigurationName],
    ['ValidatingWebhookConfiguration -', certificate?.validatingConfigurationName],
    ...(certificate?.conversionCrds ?? []).map(
      (name) => ['CustomResourceDefinition -', name] as const,
    ),
  ]
  return [
    `ServiceAccount ${namespace}/${pod.serviceAccountName}`,
    ...named.flatMap(([place, name]) => (name ? [`${place}/${name}`] : [])),
  ]
}

/** What selects pods selects those of the manager, and what selects Services one of them. */
function selectorReferences(
  { kind, metadata: { namespace }, spec }: TreeObject,
  objects: readonly TreeObject[],
): string[] {
  const inside = objects.filter((each) => each.metadata.namespace === namespace)
  const pods = inside.map((each) => each.spec?.template?.metadata.labels)
  const services = inside
    .filter((each) => each.kind === 'Service')
    .map((each) => each.metadata.labels)
  const isMatched = (
    selector: JsonValue,
    labels: readonly (Readonly<Record<string, string>> | undefined)[],
  ): boolean =>
    labels.some((each) => each !== undefined && matchLabelSelector(selector as object)(each))
  const wanted: Readonly<Record<string, () => boolean>> = {
    Service: () => isMatched({ matchLabels: spec?.selector ?? {} }, pods),
    NetworkPolicy: () => isMatched(spec?.podSelector ?? {}, pods),
    ServiceMonitor: () => isMatched(spec?.selector ?? {}, services),
  }
  const isFound = wanted[kind]?.() ?? true
  return isFound ? [] : ['what its selector selects']
}
