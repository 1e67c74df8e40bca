import type { CustomResourceDefinition } from '../apimachinery/custom-resource-definition.ts'
import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'

/** What annotations may hold in all: client-side apply keeps the object in one. */
const annotationLimit = 262_144

/** What etcd takes in one request, unless it is told otherwise. */
const requestLimit = 1_572_864

/** YAML is hardly ever shorter than this share of the same JSON. */
const smallestYamlShare = 0.6

/** The bytes of a definition as JSON, the form in which it is applied and stored. */
export function crdSize(crd: CustomResourceDefinition): number {
  const text = JSON.stringify(crd, (_, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  )
  return Buffer.byteLength(text)
}

/** Warns of a definition that tools or the API server cannot take. `yaml` is the same as rendered. */
export function reportSize(
  crd: CustomResourceDefinition,
  { yaml, span, sink }: { yaml: string; span: SourceSpan | undefined; sink: DiagnosticSink },
): void {
  if (yaml.length < annotationLimit * smallestYamlShare) return
  const bytes = crdSize(crd)
  if (bytes <= annotationLimit) return
  const isStorable = bytes <= requestLimit
  sink.report(
    isStorable ? 'kube/too-large-to-apply' : 'kube/too-large-to-store',
    { name: crd.metadata.name, size: bytes.toLocaleString('en-US') },
    {
      span,
      notes: [`descriptions take ${describedBytes(crd).toLocaleString('en-US')} of them`],
      helps: isStorable
        ? [
            '`kubectl apply --server-side`',
            '`kops manifests --max-description-length 200`, for all descriptions',
            '`// +kops:maxDescriptionLength=0` above the field that embeds a large type',
          ]
        : ['`kops manifests --max-description-length 0`'],
    },
  )
}

function describedBytes(crd: CustomResourceDefinition): number {
  let bytes = 0
  JSON.stringify(crd, (key, value: unknown) => {
    if (key === 'description' && typeof value === 'string') bytes += Buffer.byteLength(value)
    return typeof value === 'bigint' ? 0 : value
  })
  return bytes
}
