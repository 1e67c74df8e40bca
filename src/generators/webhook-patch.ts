import { member, setMember } from '../apimachinery/json-members.ts'
import type { JsonObject, JsonValue } from '../apimachinery/json.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { nearestNames } from '../diagnostics/nearest-names.ts'
import type { Marker } from '../markers/marker.ts'
import { isSet, textValue, valueSpan } from './marker-values.ts'

/** The fields of a webhook and what each holds, so that a misspelled one in a patch is told. */
type Shape =
  'text' | 'integer' | 'texts' | 'labels' | { readonly [name: string]: Shape } | readonly [Shape]

const labelSelector: Shape = {
  matchLabels: 'labels',
  matchExpressions: [{ key: 'text', operator: 'text', values: 'texts' }],
}

const webhookShape: { readonly [name: string]: Shape } = {
  admissionReviewVersions: 'texts',
  clientConfig: {
    caBundle: 'text',
    service: { name: 'text', namespace: 'text', path: 'text', port: 'integer' },
    url: 'text',
  },
  failurePolicy: 'text',
  matchConditions: [{ expression: 'text', name: 'text' }],
  matchPolicy: 'text',
  name: 'text',
  namespaceSelector: labelSelector,
  objectSelector: labelSelector,
  rules: [
    {
      apiGroups: 'texts',
      apiVersions: 'texts',
      operations: 'texts',
      resources: 'texts',
      scope: 'text',
    },
  ],
  sideEffects: 'text',
  timeoutSeconds: 'integer',
}

/** Changes a webhook as `patch` says: objects are merged, `null` removes, anything else replaces. */
export function applyWebhookPatch(
  webhook: JsonObject,
  marker: Marker,
  sink: DiagnosticSink,
): JsonObject {
  const text = textValue(marker, 'patch')
  if (!text) return webhook
  const patch = parsePatch(text)
  const shape = isSet(marker, 'mutating')
    ? { ...webhookShape, reinvocationPolicy: 'text' as const }
    : webhookShape
  const problem = patch === undefined ? 'it is not a JSON object' : findProblem(patch, shape, '')
  if (problem === undefined && patch !== undefined) return merge(webhook, patch)
  sink.report(
    'webhook/invalid-patch',
    {},
    {
      span: valueSpan(marker, 'patch'),
      notes: [problem ?? ''],
      helps: [
        'write the JSON in backquotes: patch=`{"namespaceSelector":{"matchLabels":{"a":"b"}}}`',
      ],
    },
  )
  return webhook
}

/** What the patch of a marker names, whether or not it fits; nothing where there is none. */
export function patchedFields(marker: Marker): JsonObject {
  return parsePatch(textValue(marker, 'patch') ?? '') ?? {}
}

function parsePatch(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined // The text is the user's: the caller says that it is no JSON.
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The first place where a patch does not fit, told in words. */
function findProblem(value: JsonValue, shape: Shape, path: string): string | undefined {
  if (value === null) return undefined
  if (typeof shape === 'string') {
    return leafChecks[shape](value) ? undefined : `\`${path}\` must be ${leafWords[shape]}`
  }
  if (Array.isArray(shape)) {
    const [item] = shape
    if (!Array.isArray(value) || item === undefined) return `\`${path}\` must be a list`
    return firstProblem(value.map((each, index) => [each, item, `${path}[${index}]`]))
  }
  if (!isObject(value)) return `\`${path}\` must be an object`
  return findProblemInObject(value, shape as { readonly [name: string]: Shape }, path)
}

function findProblemInObject(
  value: JsonObject,
  shape: { readonly [name: string]: Shape },
  path: string,
): string | undefined {
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(shape, name)) continue
    const [nearest] = nearestNames(name, Object.keys(shape))
    const hint = nearest === undefined ? '' : `; did you mean \`${nearest}\`?`
    return `a webhook has no field \`${join(path, name)}\`${hint}`
  }
  return firstProblem(
    Object.entries(value).map(([name, member]) => [
      member,
      shape[name] ?? 'text',
      join(path, name),
    ]),
  )
}

function firstProblem(places: readonly [JsonValue, Shape, string][]): string | undefined {
  for (const [value, shape, path] of places) {
    const problem = findProblem(value, shape, path)
    if (problem !== undefined) return problem
  }
  return undefined
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

const isText = (value: JsonValue): boolean => typeof value === 'string'

const leafChecks = {
  text: isText,
  integer: (value: JsonValue): boolean => Number.isInteger(value),
  texts: (value: JsonValue): boolean => Array.isArray(value) && value.every(isText),
  labels: (value: JsonValue): boolean => isObject(value) && Object.values(value).every(isText),
}

const leafWords = {
  text: 'a string',
  integer: 'an integer',
  texts: 'a list of strings',
  labels: 'an object of strings',
}

function merge(base: JsonObject, patch: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = { ...base }
  for (const [name, value] of Object.entries(patch)) {
    const known = member(merged, name)
    if (value === null) delete merged[name]
    else if (isObject(value)) setMember(merged, name, merge(isObject(known) ? known : {}, value))
    else setMember(merged, name, value)
  }
  return merged
}
