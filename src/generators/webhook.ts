import type { CustomResourceDefinition } from '../apimachinery/custom-resource-definition.ts'
import type { JsonObject, JsonValue } from '../apimachinery/json.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { Marker } from '../markers/marker.ts'
import { isSet, listValue, textValue, valueSpan } from './marker-values.ts'
import { checkWebhookMarker } from './webhook-checks.ts'
import { companionsOf, reportStrayCompanions } from './webhook-companions.ts'
import type { RbacOptions } from './rbac.ts'
import { buildMetadata } from './webhook-metadata.ts'
import { reportJudgedNamespaces } from './webhook-scope.ts'
import { applyWebhookPatch, patchedFields } from './webhook-patch.ts'
import { buildMatchConditions, buildRules } from './webhook-rules.ts'
import { reportUncalled, type ServedWebhook } from './webhook-served.ts'
import { readSelector, spareSystemNamespaces } from './webhook-selectors.ts'

export interface WebhookMarkers {
  /** `+kubebuilder:webhook` */
  readonly webhooks: readonly Marker[]
  /** `+kubebuilder:webhookconfiguration` */
  readonly configurations: readonly Marker[]
  /** `+kops:webhook:rule` and `+kops:webhook:matchCondition` */
  readonly companions: readonly Marker[]
}

export interface WebhookOptions {
  /** Of PROJECT: its own namespace carries it as a label. */
  readonly projectName?: string | undefined
  /** Set where manifests beside these call the configurations by their default names. */
  readonly keepsNames?: boolean | undefined
  /** Whether the manager is confined to one namespace. Unset outside of a project. */
  readonly namespaced?: boolean | undefined
  /** The scope of a resource; absent where it is not known. */
  readonly scopeOf?: RbacOptions['scopeOf'] | undefined
  /** The definitions of the same sources. */
  readonly crds?: readonly CustomResourceDefinition[] | undefined
  /** What PROJECT says that the operator serves, of the files that were read. */
  readonly served?: readonly ServedWebhook[] | undefined
}

interface ConfigurationSort {
  readonly mutating: boolean
  readonly kind: string
  readonly defaultName: string
}

const configurationSorts: readonly ConfigurationSort[] = [
  {
    mutating: true,
    kind: 'MutatingWebhookConfiguration',
    defaultName: 'mutating-webhook-configuration',
  },
  {
    mutating: false,
    kind: 'ValidatingWebhookConfiguration',
    defaultName: 'validating-webhook-configuration',
  },
]

/** The webhook configurations that the markers ask for, the mutating one first; each only if it holds a webhook. */
export function buildWebhookConfigurations(
  markers: WebhookMarkers,
  options: WebhookOptions,
  sink: DiagnosticSink,
): JsonValue[] {
  reportRepeatedNames(markers.webhooks, sink)
  reportStrayCompanions(markers, sink)
  // A marker that cannot be read is no marker that is not there.
  if (!sink.hasErrors) reportUncalled(options.served ?? [], markers.webhooks, sink)
  return configurationSorts.flatMap((sort) => {
    const configuration = findConfiguration(markers.configurations, sort, sink)
    if (options.keepsNames === true) reportRenamed(configuration, sort, sink)
    const webhooks = markers.webhooks.filter((each) => isSet(each, 'mutating') === sort.mutating)
    if (webhooks.length === 0) return []
    return [
      {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: sort.kind,
        metadata: buildMetadata(configuration, sort.defaultName, sink),
        webhooks: webhooks
          .toSorted((left, right) => compareText(nameOf(left), nameOf(right)))
          .map((marker) => buildWebhook(marker, { markers, options, sink })),
      },
    ]
  })
}

function findConfiguration(
  configurations: readonly Marker[],
  sort: ConfigurationSort,
  sink: DiagnosticSink,
): Marker | undefined {
  const [first, ...others] = configurations.filter(
    (each) => isSet(each, 'mutating') === sort.mutating,
  )
  for (const other of others) {
    sink.report(
      'webhook/repeated-configuration',
      { kind: sort.kind },
      {
        span: other.span,
        notes: [{ message: 'first named here', ...(first && { span: first.span }) }],
      },
    )
  }
  return first
}

/** In a project the operator is told which configurations are its own, by the names that kustomize knows. */
function reportRenamed(
  configuration: Marker | undefined,
  { kind, defaultName }: ConfigurationSort,
  sink: DiagnosticSink,
): void {
  const name = configuration && textValue(configuration, 'name')
  if (configuration === undefined || !name || name === defaultName) return
  sink.report(
    'webhook/renamed-configuration',
    { kind, name },
    {
      span: valueSpan(configuration, 'name'),
      notes: [`the operator looks for \`${defaultName}\`, with the prefix of config/default`],
      helps: ['leave `name` out: the prefix makes the name unique'],
    },
  )
}

/** The API server refuses two webhooks of one name in one configuration; messages name a webhook by its name alone. */
function reportRepeatedNames(webhooks: readonly Marker[], sink: DiagnosticSink): void {
  const byName = new Map<string, Marker>()
  for (const marker of webhooks) {
    const name = nameOf(marker)
    const first = byName.get(name)
    if (first) {
      sink.report(
        'webhook/repeated-name',
        { name },
        {
          span: valueSpan(marker, 'name'),
          notes: [{ message: 'first used here', span: valueSpan(first, 'name') }],
        },
      )
    }
    byName.set(name, first ?? marker)
  }
}

interface Building {
  readonly markers: WebhookMarkers
  readonly options: WebhookOptions
  readonly sink: DiagnosticSink
}

function buildWebhook(marker: Marker, { markers, options, sink }: Building): JsonObject {
  checkWebhookMarker(marker, sink)
  const { rules, conditions } = companionsOf(nameOf(marker), markers.companions)
  const webhook: Record<string, JsonValue | undefined> = {
    admissionReviewVersions: listValue(marker, 'admissionReviewVersions'),
    clientConfig: buildClientConfig(marker),
    failurePolicy: wordOf(marker, 'failurePolicy', ['Fail', 'Ignore']),
    matchConditions: buildMatchConditions(conditions, sink),
    matchPolicy: wordOf(marker, 'matchPolicy', ['Exact', 'Equivalent']),
    name: nameOf(marker),
    namespaceSelector: readSelector(marker, 'namespaceSelector', sink),
    objectSelector: readSelector(marker, 'objectSelector', sink),
    reinvocationPolicy: wordOf(marker, 'reinvocationPolicy', ['Never', 'IfNeeded']),
    rules: buildRules([marker, ...rules], options.crds ?? [], sink),
    sideEffects: wordOf(marker, 'sideEffects', ['None', 'NoneOnDryRun']),
    timeoutSeconds: marker.values['timeoutSeconds'] || undefined,
  }
  const patched = applyWebhookPatch(withoutAbsent(webhook), marker, sink)
  const names = marker.values['namespaceSelector'] ?? patchedFields(marker)['namespaceSelector']
  reportJudgedNamespaces(marker, { ...options, isSelective: names !== undefined }, sink)
  return names === undefined ? spareSystemNamespaces(patched, options) : patched
}

function nameOf(marker: Marker): string {
  return textValue(marker, 'name') ?? ''
}

function buildClientConfig(marker: Marker): JsonObject {
  const url = textValue(marker, 'url')
  if (url) return { url }
  return {
    service: withoutAbsent({
      name: textValue(marker, 'serviceName') || 'webhook-service',
      namespace: textValue(marker, 'serviceNamespace') || 'system',
      path: textValue(marker, 'path') ?? '',
      port: marker.values['servicePort'],
    }),
  }
}

/** A word in Kubernetes' spelling, whatever the case it is written in. */
function wordOf(marker: Marker, name: string, words: readonly string[]): string | undefined {
  const written = textValue(marker, name)
  if (!written) return undefined
  return words.find((word) => word.toLowerCase() === written.toLowerCase()) ?? written
}

function withoutAbsent(value: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const present: Record<string, JsonValue> = {}
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) present[name] = member
  }
  return present
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
