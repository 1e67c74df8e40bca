import type { CustomResourceDefinitionVersion } from '../apimachinery/custom-resource-definition.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { KindVersion } from '../schema/build-version.ts'

/** The versions of one definition with exactly one that objects are stored in. A lone version is that one. */
export function settleStorage(
  versions: readonly KindVersion[],
  sink: DiagnosticSink,
): CustomResourceDefinitionVersion[] {
  if (versions.length > 1) checkStorage(versions, sink)
  return versions.map(({ version }) => ({
    ...version,
    storage: version.storage || versions.length === 1,
  }))
}

function checkStorage(versions: readonly KindVersion[], sink: DiagnosticSink): void {
  const [first, ...others] = versions.filter(({ version }) => version.storage)
  if (first === undefined) reportNone(versions, sink)
  else for (const other of others) reportTwo(first, other, sink)
}

function reportNone([preferred, ...others]: readonly KindVersion[], sink: DiagnosticSink): void {
  if (preferred === undefined) return
  sink.report(
    'kube/no-storage-version',
    { kind: preferred.kind },
    {
      span: preferred.spans.kind,
      notes: others.map(({ version, spans }) => ({
        message: `version ${version.name} is declared here`,
        span: spans.kind,
      })),
      helps: [
        `\`// +kubebuilder:storageversion\` above \`${preferred.kind}\` in the version that objects are kept in`,
      ],
    },
  )
}

function reportTwo(first: KindVersion, second: KindVersion, sink: DiagnosticSink): void {
  sink.report(
    'kube/two-storage-versions',
    { kind: first.kind, first: first.version.name, second: second.version.name },
    {
      span: second.spans.storage ?? second.spans.kind,
      notes: [
        { message: 'the other storage version', span: first.spans.storage ?? first.spans.kind },
      ],
      helps: ['remove `+kubebuilder:storageversion` from one of the two'],
    },
  )
}
