import type { CustomResourceDefinition } from '../apimachinery/custom-resource-definition.ts'
import type { JsonObject } from '../apimachinery/json.ts'
import { isQualifiedName } from '../apimachinery/names.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { Marker } from '../markers/marker.ts'
import { itemSpan, listValue, textValue, valueSpan } from './marker-values.ts'
import { reportUnknownResources } from './webhook-resources.ts'

/** The requests that a webhook is called for: one rule for each marker. */
export function buildRules(
  markers: readonly Marker[],
  crds: readonly CustomResourceDefinition[],
  sink: DiagnosticSink,
): JsonObject[] {
  return markers.map((marker) => {
    checkLists(marker, sink)
    checkResources(marker, sink)
    reportUnknownResources(marker, crds, sink)
    const scope = textValue(marker, 'scope')
    return {
      apiGroups: listValue(marker, 'groups').map((group) => (group === 'core' ? '' : group)),
      apiVersions: listValue(marker, 'versions'),
      operations: listValue(marker, 'verbs').map((verb) => verb.toUpperCase()),
      resources: listValue(marker, 'resources'),
      ...(scope && { scope }),
    }
  })
}

/** `*` is everything: the API server refuses other words beside it. */
function checkLists(marker: Marker, sink: DiagnosticSink): void {
  for (const list of ['groups', 'versions', 'verbs', 'resources'] as const) {
    const words = listValue(marker, list)
    if (words.length === 0) {
      sink.report('webhook/empty-list', { list }, { span: valueSpan(marker, list) })
    } else if (list !== 'resources' && words.length > 1 && words.includes('*')) {
      const index = words.findIndex((word) => word !== '*')
      reportBeside(marker, { list, index: Math.max(index, 0), wildcard: '*' }, sink)
    }
  }
}

/** `pods/*` is every subresource of Pods, `*` every resource and no subresource, `*\/*` all of both. */
function checkResources(marker: Marker, sink: DiagnosticSink): void {
  const words = listValue(marker, 'resources')
  words.forEach((word, index) => {
    const wildcard = words.find((each) => each !== word && covers(each, word))
    if (wildcard !== undefined) reportBeside(marker, { list: 'resources', index, wildcard }, sink)
  })
}

/** Whether a wildcard takes in another word of the list, so that the API server refuses the two together. */
function covers(wildcard: string, word: string): boolean {
  if (wildcard === '*/*') return true
  if (wildcard === '*') return !word.includes('/')
  const [resource, subresource] = word.split('/')
  if (subresource === undefined) return false
  return wildcard === `${resource}/*` || wildcard === `*/${subresource}`
}

interface BesideWildcard {
  readonly list: string
  readonly index: number
  readonly wildcard: string
}

function reportBeside(
  marker: Marker,
  { list, index, wildcard }: BesideWildcard,
  sink: DiagnosticSink,
): void {
  sink.report(
    'webhook/beside-wildcard',
    { word: listValue(marker, list)[index] ?? wildcard, wildcard, list },
    {
      span: itemSpan(marker, list, index),
      helps: [`keep \`${wildcard}\` or the other words`],
    },
  )
}

/** The conditions on a request; undefined where there are none. */
export function buildMatchConditions(
  conditions: readonly Marker[],
  sink: DiagnosticSink,
): JsonObject[] | undefined {
  if (conditions.length === 0) return undefined
  const byName = new Map<string, Marker>()
  return conditions.map((marker) => {
    const name = textValue(marker, 'name') ?? ''
    checkConditionName(marker, byName.get(name), sink)
    byName.set(name, marker)
    return { expression: textValue(marker, 'expression') ?? '', name }
  })
}

function checkConditionName(marker: Marker, first: Marker | undefined, sink: DiagnosticSink): void {
  const name = textValue(marker, 'name') ?? ''
  const span = valueSpan(marker, 'name')
  if (first !== undefined) {
    const notes = [{ message: 'first used here', span: valueSpan(first, 'name') }]
    sink.report('webhook/repeated-condition', { name }, { span, notes })
  } else if (!isQualifiedName(name)) {
    const notes = ['the name of a condition is made as the key of a label is']
    sink.report('webhook/invalid-condition', { name }, { span, notes })
  }
}
