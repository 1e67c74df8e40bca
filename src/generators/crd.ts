import { compareVersionPriority } from '../apimachinery/api-version.ts'
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '../apimachinery/custom-resource-definition.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { KindVersion } from '../schema/build-version.ts'
import { settleConversion, type ConvertedKind } from './crd-conversion.ts'
import { agreeOnNames, agreeOnMetadata } from './crd-names.ts'
import { reportContradictions } from './crd-versions.ts'
import { settleStorage } from './crd-storage.ts'
import { isProtectedGroup } from '../apimachinery/names.ts'

/**
 * The CustomResourceDefinitions of all kinds, by name. Versions of one kind make one definition, in the
 * order of Kubernetes' version priority, so that the result does not depend on the order of files.
 */
export function buildCrds(
  declared: readonly KindVersion[],
  sink: DiagnosticSink,
  converted: readonly ConvertedKind[] = [],
): CustomResourceDefinition[] {
  const crds = new Map<string, NamedCrd>()
  for (const versions of groupByKind(declared).values()) {
    const crd = buildCrd(versions, converted, sink)
    if (crd === undefined) continue
    reportRepeatedResource(crds.get(crd.definition.metadata.name), crd, sink)
    crds.set(crd.definition.metadata.name, crd)
  }
  return [...crds.values()]
    .map(({ definition }) => definition)
    .toSorted((left, right) => (left.metadata.name < right.metadata.name ? -1 : 1))
}

interface NamedCrd {
  readonly definition: CustomResourceDefinition
  readonly first: KindVersion
}

/** Versions of each kind, the preferred one first. */
function groupByKind(declared: readonly KindVersion[]): Map<string, KindVersion[]> {
  const groups = new Map<string, KindVersion[]>()
  for (const version of declared.toSorted(comparePriority)) {
    const key = `${version.group}/${version.kind}`
    groups.set(key, [...(groups.get(key) ?? []), version])
  }
  return groups
}

function comparePriority(left: KindVersion, right: KindVersion): number {
  return compareVersionPriority(left.version.name, right.version.name)
}

function buildCrd(
  versions: readonly KindVersion[],
  converted: readonly ConvertedKind[],
  sink: DiagnosticSink,
): NamedCrd | undefined {
  const kept = withoutRepeated(versions, sink).filter(({ isSkipped }) => !isSkipped)
  const [first] = kept
  if (first === undefined) return undefined
  const { names, scope } = agreeOnNames(kept, sink)
  const metadata = agreeOnMetadata(kept, sink)
  const conversion = settleConversion(kept, converted, sink)
  if ((conversion?.strategy ?? 'None') === 'None') reportContradictions(kept, sink)
  if (!kept.some(({ version }) => version.served)) {
    sink.report('kube/no-served-version', { kind: first.kind }, { span: first.spans.kind })
  }
  const definition: CustomResourceDefinition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${names.plural}.${first.group}`, ...metadata },
    spec: {
      ...(conversion && { conversion }),
      group: first.group,
      names,
      scope,
      versions: inSaidOrder(settleStorage(kept, sink), kept),
    },
  }
  reportProtectedGroup(definition, first, sink)
  return { definition, first }
}

/** By priority, unless a version says otherwise; those that it leaves out come last. */
function inSaidOrder(
  versions: readonly CustomResourceDefinitionVersion[],
  declared: readonly KindVersion[],
): CustomResourceDefinitionVersion[] {
  const order = declared.find(({ versionOrder }) => versionOrder !== undefined)?.versionOrder ?? []
  const placeOf = ({ name }: CustomResourceDefinitionVersion): number =>
    order.includes(name) ? order.indexOf(name) : order.length
  return versions.toSorted((left, right) => placeOf(left) - placeOf(right))
}

/** One version of a kind is declared in one place. */
function withoutRepeated(versions: readonly KindVersion[], sink: DiagnosticSink): KindVersion[] {
  const byName = new Map<string, KindVersion>()
  for (const version of versions) {
    const { kind, version: { name }, spans } = version // prettier-ignore
    const known = byName.get(name)
    if (known === undefined) byName.set(name, version)
    else {
      sink.report(
        'kube/repeated-kind',
        { kind, version: `${version.group}/${name}` },
        {
          span: spans.kind,
          notes: [{ message: 'first declared here', span: known.spans.kind }],
        },
      )
    }
  }
  return [...byName.values()]
}

function reportRepeatedResource(
  known: NamedCrd | undefined,
  { definition, first }: NamedCrd,
  sink: DiagnosticSink,
): void {
  if (known === undefined) return
  const { names, group } = definition.spec
  sink.report(
    'kube/repeated-resource',
    { first: known.first.kind, second: names.kind, name: `${names.plural}.${group}` },
    {
      span: first.spans.resource ?? first.spans.kind,
      notes: [{ message: 'the other kind', span: known.first.spans.kind }],
      helps: [`\`// +kubebuilder:resource:path=…\` above \`${names.kind}\``],
    },
  )
}

const approval = 'api-approved.kubernetes.io'

function reportProtectedGroup(
  { metadata, spec: { group } }: CustomResourceDefinition,
  { spans }: KindVersion,
  sink: DiagnosticSink,
): void {
  if (!isProtectedGroup(group) || Object.hasOwn(metadata.annotations ?? {}, approval)) return
  sink.report(
    'kube/protected-group',
    { group },
    {
      span: spans.kind,
      notes: [`the API server refuses it without the annotation \`${approval}\``],
      helps: [
        `\`// +kubebuilder:metadata:annotations="${approval}=https://github.com/kubernetes/…"\``,
      ],
    },
  )
}
