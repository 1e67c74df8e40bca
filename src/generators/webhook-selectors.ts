import type { JsonObject, JsonValue } from '../apimachinery/json.ts'
import { LabelSelectorError, readLabelSelector } from '../apimachinery/label-selector.ts'
import { isLabelValue, isQualifiedName } from '../apimachinery/names.ts'
import type { LabelSelector } from '../apimachinery/object-meta.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { builtInResources } from '../kubernetes/facts.ts'
import type { Marker } from '../markers/marker.ts'
import { textValue, valueSpan } from './marker-values.ts'

/** The selector that an argument says in the syntax of kubectl. Undefined for none, and for the empty one, which selects all. */
export function readSelector(
  marker: Marker,
  argument: 'namespaceSelector' | 'objectSelector',
  sink: DiagnosticSink,
): JsonObject | undefined {
  const text = textValue(marker, argument)
  if (text === undefined || text.trim() === '') return undefined
  const selector = parseSelector(text)
  const problem = typeof selector === 'string' ? selector : findProblem(selector)
  if (problem !== undefined) {
    sink.report(
      'webhook/invalid-selector',
      { text },
      {
        span: valueSpan(marker, argument),
        notes: [problem],
        helps: [`\`${argument}="app notin (shop),tier=web,!skip"\``],
      },
    )
  }
  return typeof selector === 'string' ? undefined : toJson(selector)
}

/** The selector, or in words why it is none. */
function parseSelector(text: string): LabelSelector | string {
  try {
    return readLabelSelector(text)
  } catch (error) {
    // The text is the user's: the caller says where it stands.
    if (error instanceof LabelSelectorError) return 'it is not written as for `kubectl --selector`'
    throw error
  }
}

function findProblem({
  matchLabels = {},
  matchExpressions = [],
}: LabelSelector): string | undefined {
  const expressions = matchExpressions.map(({ key, values = [] }) => ({ key, values }))
  const equal = Object.entries(matchLabels).map(([key, value]) => ({ key, values: [value] }))
  for (const { key, values } of [...equal, ...expressions]) {
    if (!isQualifiedName(key)) return `\`${key}\` cannot be the key of a label`
    const wrong = values.find((value) => !isLabelValue(value))
    if (wrong !== undefined) return `\`${wrong}\` cannot be the value of a label`
  }
  return undefined
}

function toJson({ matchLabels, matchExpressions = [] }: LabelSelector): JsonObject {
  const expressions = matchExpressions.map(({ key, operator, values }): JsonObject => ({
    key,
    operator,
    ...(values && { values }),
  }))
  return {
    ...(expressions.length > 0 && { matchExpressions: expressions }),
    ...(matchLabels && { matchLabels }),
  }
}

/** Where Kubernetes keeps itself alive. */
const systemNamespaces = ['kube-node-lease', 'kube-public', 'kube-system']

/**
 * A webhook on a built-in kind that cannot be reached would keep the control plane and its own operator from being
 * mended. So it leaves their namespaces alone, unless its marker says which ones it wants.
 */
export function spareSystemNamespaces(
  webhook: JsonObject,
  { projectName }: { readonly projectName?: string | undefined },
): JsonObject {
  if (!reachesBuiltIn(webhook['rules'])) return webhook
  const own = { key: 'app.kubernetes.io/name', operator: 'NotIn', values: [projectName ?? ''] }
  const system = {
    key: 'kubernetes.io/metadata.name',
    operator: 'NotIn',
    values: systemNamespaces,
  }
  const matchExpressions = projectName === undefined ? [system] : [own, system]
  return { ...webhook, namespaceSelector: { matchExpressions } }
}

function reachesBuiltIn(rules: JsonValue | undefined): boolean {
  const builtIn = new Set(
    Object.keys(builtInResources()).map((apiVersion) =>
      apiVersion.slice(0, Math.max(apiVersion.lastIndexOf('/'), 0)),
    ),
  )
  const groups = Array.isArray(rules) ? rules.flatMap(groupsOf) : []
  return groups.some((group) => group === '*' || builtIn.has(group))
}

function groupsOf(rule: JsonValue): string[] {
  const isObject = typeof rule === 'object' && rule !== null && !Array.isArray(rule)
  const groups = isObject ? (rule as JsonObject)['apiGroups'] : undefined
  return Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : []
}
