import type { CustomResourceDefinition } from '../apimachinery/custom-resource-definition.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { nearestNames } from '../diagnostics/nearest-names.ts'
import { builtInResources } from '../kubernetes/facts.ts'
import type { Marker } from '../markers/marker.ts'
import { itemSpan, listValue } from './marker-values.ts'

interface KnownResource {
  readonly version: string
  readonly plural: string
  readonly kind: string
}

/** A rule that matches nothing is no mistake to the API server: the webhook is never called, and nobody notices. */
export function reportUnknownResources(
  marker: Marker,
  crds: readonly CustomResourceDefinition[],
  sink: DiagnosticSink,
): void {
  const known = findResources(marker, crds)
  if (known === undefined) return
  const versions = listValue(marker, 'versions')
  const served = known.filter(({ version }) => versions.includes('*') || versions.includes(version))
  listValue(marker, 'resources').forEach((word, index) => {
    const [plural = ''] = word.split('/')
    if (plural === '*' || served.some((each) => each.plural === plural)) return
    sink.report(
      'webhook/unknown-resource',
      { resource: plural, groups: listValue(marker, 'groups').join(', ') },
      { span: itemSpan(marker, 'resources', index), ...explain(plural, known) },
    )
  })
}

/** The resources of the groups that a rule names; undefined where one of them may have resources that nobody knows here. */
function findResources(
  marker: Marker,
  crds: readonly CustomResourceDefinition[],
): readonly KnownResource[] | undefined {
  const perGroup = listValue(marker, 'groups').map((written) => {
    const group = written === 'core' ? '' : written
    return [...builtIn(group), ...own(group, crds)]
  })
  return perGroup.some((resources) => resources.length === 0) ? undefined : perGroup.flat()
}

function builtIn(group: string): KnownResource[] {
  return Object.entries(builtInResources()).flatMap(([apiVersion, resources]) => {
    const slash = apiVersion.lastIndexOf('/')
    if (apiVersion.slice(0, slash) !== group) return []
    const version = apiVersion.slice(slash + 1)
    return resources.map(({ plural, kind }) => ({ version, plural, kind }))
  })
}

function own(group: string, crds: readonly CustomResourceDefinition[]): KnownResource[] {
  return crds
    .filter(({ spec }) => spec.group === group)
    .flatMap(({ spec: { names, versions } }) =>
      versions.map(({ name }) => ({ version: name, plural: names.plural, kind: names.kind })),
    )
}

function explain(
  written: string,
  known: readonly KnownResource[],
): { readonly notes: string[]; readonly helps: string[] } {
  const elsewhere = known.filter(({ plural }) => plural === written).map(({ version }) => version)
  if (elsewhere.length > 0) {
    const versions = [...new Set(elsewhere)].join(', ')
    return { notes: [`it is there in ${versions}`], helps: [`\`versions=${versions}\``] }
  }
  const byKind = known.find(({ kind }) => kind.toLowerCase() === written.toLowerCase())?.plural
  const plurals = [...new Set(known.map(({ plural }) => plural))]
  const near = byKind === undefined ? nearestNames(written, plurals) : [byKind]
  return {
    notes: ['the webhook would never be called for it'],
    helps: near.map((name) => `did you mean \`${name}\`?`),
  }
}
