import { conversion } from './conversion.ts'
import { describeDeprecation } from './deprecation.ts'
import { subresourceScale, subresourceStatus } from './subresources.ts'
import { metadata } from './crd-metadata.ts'
import type { KindEffect } from './kind-draft.ts'
import { printColumn } from './printer-columns.ts'
import { resource } from './resource-names.ts'
import { settings } from './resource-settings.ts'
import { selectableField } from './selectable-fields.ts'

/** What each marker of a kind does. Markers of the schema are in `effects/effects.ts`. */
export const kindEffects: Readonly<Record<string, KindEffect>> = {
  'kubebuilder:resource': resource,
  'kubebuilder:storageversion': (marker, draft) => {
    draft.version.storage = true
    draft.storageSpan = marker.span
  },
  'kubebuilder:unservedversion': (_marker, draft) => {
    draft.version.served = false
  },
  'kubebuilder:deprecatedversion': describeDeprecation,
  'kubebuilder:skipversion': (_marker, draft) => {
    draft.isSkipped = true
  },
  'kubebuilder:subresource:status': subresourceStatus,
  'kubebuilder:subresource:scale': subresourceScale,
  'kubebuilder:printcolumn': printColumn,
  'kubebuilder:selectablefield': selectableField,
  'kubebuilder:metadata': metadata,
  'kops:conversion': conversion,
  'kops:resource': settings,
}
