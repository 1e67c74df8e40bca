import type {
  CustomResourceDefinition,
  JSONSchemaProps,
} from '../apimachinery/custom-resource-definition.ts'
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
            dropDescriptions(crd),
          ]
        : ['`kops manifests --max-description-length 0`'],
    },
  )
}

/** Names the field whose texts take most, where one takes more than all others together. */
function dropDescriptions({ spec }: CustomResourceDefinition): string {
  const marker = '`// +kops:maxDescriptionLength=0`'
  for (const { schema } of spec.versions) {
    const root = schema.openAPIV3Schema
    const half = describedBytes(root) / 2
    const wordy = fieldsOf(root).find(([, field]) => describedBytes(field) > half)
    if (wordy !== undefined) return `${marker} above \`${wordy[0]}\`, which has most of them`
  }
  return `${marker} above the fields that embed large types`
}

function fieldsOf({ properties }: JSONSchemaProps): [string, JSONSchemaProps][] {
  return ['spec', 'status'].flatMap((part) =>
    Object.entries(properties?.[part]?.properties ?? {}).map(
      ([name, field]): [string, JSONSchemaProps] => [`${part}.${name}`, field],
    ),
  )
}

function describedBytes(schema: object): number {
  let bytes = 0
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === 'description' && typeof value === 'string') bytes += Buffer.byteLength(value)
    return typeof value === 'bigint' ? 0 : value
  })
  return bytes
}
