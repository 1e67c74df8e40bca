import { isDeepStrictEqual } from 'node:util'
import type { CustomResourceConversion } from '../apimachinery/custom-resource-definition.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { KindVersion } from '../schema/build-version.ts'

/** A kind that PROJECT says the operator converts. */
export interface ConvertedKind {
  readonly group: string
  readonly kind: string
  /** The version that the others are converted through. */
  readonly hub: string
  readonly spokes: readonly string[]
}

/** What the operator's own webhook server answers at, as the kustomize files of a project name it. */
const ownWebhook: CustomResourceConversion = {
  strategy: 'Webhook',
  webhook: {
    clientConfig: { service: { name: 'webhook-service', namespace: 'system', path: '/convert' } },
    conversionReviewVersions: ['v1'],
  },
}

/**
 * How the objects of a definition are converted: as the marker of one of its versions says, else by the operator where
 * PROJECT says so. Undefined leaves it to the API server, which changes `apiVersion` alone.
 */
export function settleConversion(
  versions: readonly KindVersion[],
  converted: readonly ConvertedKind[],
  sink: DiagnosticSink,
): CustomResourceConversion | undefined {
  const [first, ...others] = versions.filter(({ conversion }) => conversion !== undefined)
  for (const other of others) {
    if (first === undefined || isDeepStrictEqual(first.conversion, other.conversion)) continue
    sink.report(
      'kube/conversions-differ',
      { first: first.version.name, second: other.version.name, kind: first.kind },
      {
        span: other.spans.conversion,
        notes: [
          { message: 'said otherwise here', span: first.spans.conversion ?? first.spans.kind },
        ],
        helps: ['leave `+kops:conversion` on one of them alone'],
      },
    )
  }
  if (first !== undefined) return first.conversion
  const own = converted.find(({ group, kind }) =>
    versions.some((version) => group === version.group && kind === version.kind),
  )
  if (own === undefined) return undefined
  reportUnconverted(versions, own, sink)
  return ownWebhook
}

/** The operator refuses what it does not convert, and the API server then answers no request in that version. */
function reportUnconverted(
  versions: readonly KindVersion[],
  { hub, spokes }: ConvertedKind,
  sink: DiagnosticSink,
): void {
  for (const { group, kind, version, spans } of versions) {
    if (!version.served || version.name === hub || spokes.includes(version.name)) continue
    sink.report(
      'kube/unconverted-version',
      { version: version.name, kind },
      {
        span: spans.kind,
        notes: [`PROJECT has ${spokes.join(', ') || 'no version'} converted through ${hub}`],
        helps: [
          `\`kops create webhook --group ${group} --version ${hub} --kind ${kind} --conversion --spoke ${version.name}\``,
        ],
      },
    )
  }
}
