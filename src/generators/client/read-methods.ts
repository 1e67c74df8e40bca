import { nearestNames } from '../../diagnostics/nearest-names.ts'
import type { DiagnosticSink } from '../../diagnostics/sink.ts'
import { libraryTypeNames } from '../../kubernetes/library.ts'
import type { Marker } from '../../markers/marker.ts'
import { exportedNames } from '../exported-names.ts'
import { textValue, valueSpan } from '../marker-values.ts'
import type { DeclaredKind } from '../sources.ts'
import {
  clientVerbs,
  subresourceVerbs,
  type ClientMethod,
  type ClientVerb,
  type MethodType,
} from './client-model.ts'
import { lowerFirst } from './client-names.ts'

/** The kind that methods belong to. */
export interface MethodOwner {
  readonly declared: DeclaredKind
  readonly verbs: ReadonlySet<ClientVerb>
}

/** The methods of `+genclient:method`. Those that cannot be are reported and left out. */
export function readMethods(
  markers: readonly Marker[],
  owner: MethodOwner,
  sink: DiagnosticSink,
): ClientMethod[] {
  const taken = new Set<string>([...clientVerbs, 'subresource', 'constructor'])
  return markers.flatMap((marker) => {
    const method = readMethod(marker, owner, sink)
    const kind = owner.declared.built.kind
    const reason =
      method && (reasonAgainst(method, kind) ?? (taken.has(method.name) ? taking : undefined))
    if (method === undefined) return []
    taken.add(method.name)
    if (reason === undefined) return [method]
    const details = { span: marker.span, helps: [example] }
    sink.report('client/invalid-method', { kind, method: method.name, reason }, details)
    return []
  })
}

const taking = 'there is one already'
const example = '`// +genclient:method=GetScale,verb=get,subresource=scale,result=Scale`'

function readMethod(
  marker: Marker,
  { declared }: MethodOwner,
  sink: DiagnosticSink,
): ClientMethod | undefined {
  const own: MethodType = { module: undefined, name: declared.built.kind }
  const input = readType(marker, 'input', { own, declared, sink })
  const result = readType(marker, 'result', { own, declared, sink })
  const verb = clientVerbs.find((each) => each === textValue(marker, 'verb'))
  if (verb === undefined || input === undefined || result === undefined) return undefined
  const name = lowerFirst(textValue(marker, '') ?? '')
  return { name, verb, subresource: textValue(marker, 'subresource'), input, result }
}

function reasonAgainst(
  { name, verb, subresource, input, result }: ClientMethod,
  kind: string,
): string | undefined {
  if (!/^[a-z]\w*$/i.test(name)) return 'that is no name'
  if (subresource !== undefined) {
    const isKnown = subresourceVerbs.some((each) => each === verb)
    return isKnown ? undefined : `no subresource has the verb \`${verb}\``
  }
  const isOwn = [input, result].every(({ module, name: type }) => !module && type === kind)
  return isOwn ? undefined : 'only a subresource has types of its own'
}

interface TypeReading {
  readonly own: MethodType
  readonly declared: DeclaredKind
  readonly sink: DiagnosticSink
}

/** A type beside the kind, or one of Kubernetes: by its Go path, its module here, or `Scale` alone. */
function readType(
  marker: Marker,
  argument: 'input' | 'result',
  { own, declared, sink }: TypeReading,
): MethodType | undefined {
  const written = textValue(marker, argument)
  if (written === undefined) return own
  const [, path, name = ''] = /^(?:(.*)\.)?([^.]*)$/.exec(written) ?? []
  const beside = declared.package.files.flatMap(exportedNames).map((each) => each.name)
  if (path === undefined && beside.includes(name)) return { module: undefined, name }
  const module = path === undefined ? 'kops/kubernetes/autoscaling/v1' : toModule(path)
  const library = path === undefined ? ['Scale'] : libraryTypeNames(module)
  if (library.includes(name)) return { module, name }
  const near = nearestNames(name, path === undefined ? [...beside, ...library] : library)
  sink.report(
    'client/unknown-type',
    { type: written, kind: declared.built.kind },
    {
      span: valueSpan(marker, argument),
      helps:
        near.length === 0
          ? ['write a type of Kubernetes as `k8s.io/api/autoscaling/v1.Scale`']
          : near.map((each) => `did you mean \`${path === undefined ? '' : `${path}.`}${each}\`?`),
    },
  )
  return undefined
}

/** Go's import path of a package of Kubernetes → the module that has the same types. */
function toModule(path: string): string {
  const [, version] =
    /^(?:k8s\.io\/api|k8s\.io\/apimachinery\/pkg\/apis)\/(\w+\/\w+)$/.exec(path) ?? []
  return version === undefined ? path : `kops/kubernetes/${version}`
}
