import type { CustomResourceDefinition } from '../apimachinery/custom-resource-definition.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { KindVersion } from '../schema/build-version.ts'

type Names = CustomResourceDefinition['spec']['names']
type Metadata = Pick<CustomResourceDefinition['metadata'], 'annotations' | 'labels'>

export interface AgreedNames {
  readonly names: Names
  readonly scope: KindVersion['scope']
}

/** What versions of one kind must say alike, and how each says it. */
const claims: readonly { what: string; read: (version: KindVersion) => string | undefined }[] = [
  { what: 'plural', read: ({ names }) => names.plural },
  { what: 'singular', read: ({ names }) => names.singular },
  { what: 'list kind', read: ({ names }) => names.listKind },
  { what: 'scope', read: ({ scope }) => scope },
  { what: 'short names', read: ({ names }) => names.shortNames?.join() },
  { what: 'categories', read: ({ names }) => names.categories?.join() },
]

/**
 * The names and the scope of a definition: those of the version that speaks of them, which are the
 * same wherever several do. A version without a `resource` marker claims nothing.
 */
export function agreeOnNames(versions: readonly KindVersion[], sink: DiagnosticSink): AgreedNames {
  const speaking = versions.filter(({ spans }) => spans.resource !== undefined)
  const [first, ...others] = speaking.length > 0 ? speaking : versions
  if (first === undefined) throw new TypeError('a definition has at least one version')
  for (const other of others) reportDifferences(first, other, sink)
  const shortNames = speaking.find(({ names }) => names.shortNames !== undefined)?.names.shortNames
  const categories = speaking.find(({ names }) => names.categories !== undefined)?.names.categories
  return {
    scope: first.scope,
    names: {
      ...first.names,
      ...(shortNames === undefined ? {} : { shortNames }),
      ...(categories === undefined ? {} : { categories }),
    },
  }
}

function reportDifferences(first: KindVersion, other: KindVersion, sink: DiagnosticSink): void {
  for (const { what, read } of claims) {
    const [left, right] = [read(first), read(other)]
    if (left === undefined || right === undefined || left === right) continue
    sink.report(
      'kube/versions-differ',
      { first: first.version.name, second: other.version.name, kind: first.kind, what },
      {
        span: other.spans.resource ?? other.spans.kind,
        notes: [
          {
            message: `${first.version.name} says \`${left}\`, ${other.version.name} says \`${right}\``,
            span: first.spans.resource ?? first.spans.kind,
          },
        ],
        helps: ['write the same on both, or leave `+kubebuilder:resource` on one of them alone'],
      },
    )
  }
}

/** The annotations and labels of all versions together. */
export function agreeOnMetadata(versions: readonly KindVersion[], sink: DiagnosticSink): Metadata {
  const annotations = unite(versions, 'annotations', sink)
  const labels = unite(versions, 'labels', sink)
  return {
    ...(annotations === undefined ? {} : { annotations }),
    ...(labels === undefined ? {} : { labels }),
  }
}

function unite(
  versions: readonly KindVersion[],
  part: 'annotations' | 'labels',
  sink: DiagnosticSink,
): Record<string, string> | undefined {
  const united = new Map<string, { readonly value: string; readonly from: KindVersion }>()
  for (const version of versions) {
    for (const [key, value] of Object.entries(version[part] ?? {})) {
      const known = united.get(key)
      if (known !== undefined && known.value !== value) {
        sink.report(
          'kube/metadata-differs',
          { kind: version.kind, key },
          {
            span: version.spans.kind,
            notes: [
              {
                message: `\`${known.value}\` is said here, \`${value}\` there`,
                span: known.from.spans.kind,
              },
            ],
          },
        )
      }
      united.set(key, known ?? { value, from: version })
    }
  }
  if (united.size === 0) return undefined
  return Object.fromEntries([...united].map(([key, { value }]) => [key, value]))
}
