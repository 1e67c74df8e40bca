import type { JsonObject, JsonValue } from '../apimachinery/json.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { Marker } from '../markers/marker.ts'
import { isSet, listValue, textValue, valueSpan } from './marker-values.ts'
import { checkWebhookMarker } from './webhook-checks.ts'
import { applyWebhookPatch } from './webhook-patch.ts'

export interface WebhookMarkers {
  /** `+kubebuilder:webhook` */
  readonly webhooks: readonly Marker[]
  /** `+kubebuilder:webhookconfiguration` */
  readonly configurations: readonly Marker[]
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
  sink: DiagnosticSink,
): JsonValue[] {
  return configurationSorts.flatMap((sort) => {
    const name = configurationName(markers.configurations, sort, sink)
    const webhooks = markers.webhooks.filter((each) => isSet(each, 'mutating') === sort.mutating)
    reportRepeatedNames(webhooks, sink)
    if (webhooks.length === 0) return []
    return [
      {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: sort.kind,
        metadata: { name },
        webhooks: webhooks
          .toSorted((left, right) => compareText(nameOf(left), nameOf(right)))
          .map((marker) => buildWebhook(marker, sink)),
      },
    ]
  })
}

function configurationName(
  configurations: readonly Marker[],
  sort: ConfigurationSort,
  sink: DiagnosticSink,
): string {
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
  return (first && textValue(first, 'name')) || sort.defaultName
}

/** The API server refuses two webhooks of one name in one configuration. */
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

function buildWebhook(marker: Marker, sink: DiagnosticSink): JsonObject {
  checkWebhookMarker(marker, sink)
  const webhook: Record<string, JsonValue | undefined> = {
    admissionReviewVersions: listValue(marker, 'admissionReviewVersions'),
    clientConfig: buildClientConfig(marker),
    failurePolicy: wordOf(marker, 'failurePolicy', ['Fail', 'Ignore']),
    matchPolicy: wordOf(marker, 'matchPolicy', ['Exact', 'Equivalent']),
    name: nameOf(marker),
    reinvocationPolicy: wordOf(marker, 'reinvocationPolicy', ['Never', 'IfNeeded']),
    rules: [buildRule(marker)],
    sideEffects: wordOf(marker, 'sideEffects', ['None', 'NoneOnDryRun']),
    timeoutSeconds: marker.values['timeoutSeconds'] || undefined,
  }
  return applyWebhookPatch(withoutAbsent(webhook), marker, sink)
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

function buildRule(marker: Marker): JsonObject {
  const groups = listValue(marker, 'groups').map((group) => (group === 'core' ? '' : group))
  return {
    apiGroups: groups,
    apiVersions: listValue(marker, 'versions'),
    operations: listValue(marker, 'verbs').map((verb) => verb.toUpperCase()),
    resources: listValue(marker, 'resources'),
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
