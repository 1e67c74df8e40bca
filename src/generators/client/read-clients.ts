import { posix } from 'node:path'
import type { DiagnosticSink } from '../../diagnostics/sink.ts'
import type { Marker } from '../../markers/marker.ts'
import { camelCase } from '../generated-code.ts'
import { listValue, textValue } from '../marker-values.ts'
import type { DeclaredKind, Sources } from '../sources.ts'
import {
  clientVerbs,
  type ClientKind,
  type ClientVerb,
  type ClientVersion,
} from './client-model.ts'
import { accessorName, groupNames, lowerFirst } from './client-names.ts'
import { groupBy } from './group-by.ts'
import { readMethods } from './read-methods.ts'

/** Which of the kinds with `+genclient` are meant; all where nothing is given. */
export interface ClientSelection {
  readonly group?: string | undefined
  readonly version?: string | undefined
}

/** The group versions whose kinds ask for a client, in the order of their names. */
export function readClients(
  sources: Sources,
  selection: ClientSelection,
  sink: DiagnosticSink,
): ClientVersion[] {
  const chosen = sources.kinds.filter(({ built }) => isChosen(built, selection))
  const asking = chosen
    .filter(({ built }) => !built.isSkipped)
    .map((declared) => ({ declared, markers: clientMarkers(declared) }))
    .filter(({ markers }) => markers.has('genclient'))
  if (asking.length === 0) reportNoKinds(chosen, selection, sink)
  const names = groupNames(new Set(asking.map(({ declared }) => declared.built.group)))
  const byVersion = groupBy(asking, ({ declared: { built } }) =>
    JSON.stringify([built.group, built.version.name]),
  )
  return [...byVersion.values()]
    .flatMap((kinds) => buildVersion(kinds, { sources, names, sink }))
    .toSorted((left, right) => compareText(sortKey(left), sortKey(right)))
}

interface AskingKind {
  readonly declared: DeclaredKind
  readonly markers: ReadonlyMap<string, readonly Marker[]>
}

interface Reading {
  readonly sources: Sources
  readonly names: ReadonlyMap<string, string>
  readonly sink: DiagnosticSink
}

function isChosen(
  { group: own, version: ownVersion }: DeclaredKind['built'],
  { group, version }: ClientSelection,
): boolean {
  return (
    (group === undefined || group === own) && (version === undefined || version === ownVersion.name)
  )
}

/** The kind's client markers, by name. */
function clientMarkers({ readMarkers }: DeclaredKind): ReadonlyMap<string, readonly Marker[]> {
  const markers = readMarkers().filter(({ definition }) => definition.class === 'client')
  return groupBy(markers, ({ definition }) => definition.name)
}

function reportNoKinds(
  chosen: readonly DeclaredKind[],
  { group, version }: ClientSelection,
  sink: DiagnosticSink,
): void {
  const [first] = chosen
  const named = [group, version].filter((part) => part !== undefined).join('/')
  const helps =
    first === undefined
      ? ['name a group and a version that the sources have, or leave `--group` and `--version` out']
      : [`\`// +genclient\` above \`${first.built.kind}\``]
  const place = named === '' ? 'these sources' : `\`${named}\``
  sink.report('client/no-kinds', { place }, { span: first?.built.spans.kind, helps })
}

function buildVersion(
  kinds: readonly AskingKind[],
  { sources, names, sink }: Reading,
): ClientVersion[] {
  const [first] = kinds
  if (first === undefined) return []
  const { built, package: folder } = first.declared
  const shortName = names.get(built.group) ?? built.group
  return [
    {
      group: built.group,
      version: built.version.name,
      path: folder.path,
      groupName: chosenGroupName(folder.path, sources) ?? camelCase([shortName]),
      groupFolder: shortName,
      kinds: kinds
        .map((kind) => buildKind(kind, sources, sink))
        .toSorted((left, right) => compareText(left.kind, right.kind)),
    },
  ]
}

/** `+groupGoName` of a file in the folder of the types. */
function chosenGroupName(path: string, { markers }: Sources): string | undefined {
  const marker = markers.find(
    ({ definition, span }) =>
      definition.name === 'groupGoName' && posix.dirname(span.path) === path,
  )
  const name = marker && textValue(marker, '')
  return name === undefined ? undefined : lowerFirst(camelCase([name]))
}

function buildKind(
  { declared, markers }: AskingKind,
  { crds }: Sources,
  sink: DiagnosticSink,
): ClientKind {
  const { group, kind, version, names, scope } = declared.built
  const crd = crds.find(({ spec }) => spec.group === group && spec.names.kind === kind)
  const plural = crd?.spec.names.plural ?? names.plural
  const isNamespaced = (crd?.spec.scope ?? scope) === 'Namespaced'
  checkAgainstKind({ kind, plural, isNamespaced }, markers, sink)
  const hasStatus = version.subresources?.status !== undefined
  const verbs = readVerbs(markers, hasStatus)
  return {
    kind,
    accessor: accessorName(kind, plural),
    isNamespaced,
    verbs,
    methods: readMethods(markers.get('genclient:method') ?? [], { declared, verbs }, sink),
  }
}

interface KindFacts {
  readonly kind: string
  readonly plural: string
  readonly isNamespaced: boolean
}

/** The scope and the plural are those of the definition: a marker may repeat them. */
function checkAgainstKind(
  { kind, plural, isNamespaced }: KindFacts,
  markers: AskingKind['markers'],
  sink: DiagnosticSink,
): void {
  const [clusterWide] = markers.get('genclient:nonNamespaced') ?? []
  if (clusterWide !== undefined && isNamespaced) {
    const marker = clusterWide.written
    sink.report(
      'client/contradicts-kind',
      { marker, kind, fact: 'which is namespaced' },
      { span: clusterWide.span, helps: ['`// +kubebuilder:resource:scope=Cluster`'] },
    )
  }
  const [named] = markers.get('resourceName') ?? []
  if (named !== undefined && textValue(named, '') !== plural) {
    const name = textValue(named, '')
    sink.report(
      'client/contradicts-kind',
      { marker: named.written, kind, fact: `whose plural is \`${plural}\`` },
      { span: named.span, helps: [`\`// +kubebuilder:resource:path=${name}\``] },
    )
  }
}

function readVerbs(markers: AskingKind['markers'], hasStatus: boolean): ReadonlySet<ClientVerb> {
  if (markers.has('genclient:noVerbs')) return new Set()
  const isReadOnly = markers.has('genclient:readonly')
  const words = (name: string): readonly string[] =>
    (markers.get(name) ?? []).flatMap((marker) => listValue(marker, ''))
  const only = words('genclient:onlyVerbs')
  const skipped = words('genclient:skipVerbs')
  const withStatus = hasStatus && !markers.has('genclient:noStatus')
  return new Set(
    clientVerbs.filter(
      (verb) =>
        (withStatus || !verb.endsWith('Status')) &&
        (!isReadOnly || ['get', 'list', 'watch'].includes(verb)) &&
        (only.length === 0 || only.includes(verb)) &&
        !skipped.includes(verb),
    ),
  )
}

function sortKey({ group, version }: ClientVersion): string {
  return JSON.stringify([group, version])
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
