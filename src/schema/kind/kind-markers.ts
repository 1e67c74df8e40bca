import type { Marker } from '../../markers/marker.ts'
import type { SchemaContext } from '../schema-context.ts'

/** Markers that say something of a kind as a whole. */
export const kindMarkerNames: ReadonlySet<string> = new Set([
  'kubebuilder:resource',
  'kubebuilder:storageversion',
  'kubebuilder:unservedversion',
  'kubebuilder:deprecatedversion',
  'kubebuilder:skipversion',
  'kubebuilder:subresource:status',
  'kubebuilder:subresource:scale',
  'kubebuilder:printcolumn',
  'kubebuilder:selectablefield',
  'kubebuilder:metadata',
  'kops:conversion',
  'kops:resource',
])

/** On a type that is no kind such a marker would be lost. `@deprecated` says something of any type. */
export function reportKindMarkers(
  markers: readonly Marker[],
  name: string,
  context: SchemaContext,
): void {
  for (const marker of markers) {
    if (!kindMarkerNames.has(marker.definition.name) || marker.written.startsWith('@')) continue
    context.sink.report(
      'schema/not-a-kind',
      { marker: marker.definition.name, type: name },
      {
        span: marker.span,
        helps: ['move it above the interface that extends `CustomResource`'],
      },
    )
  }
}
