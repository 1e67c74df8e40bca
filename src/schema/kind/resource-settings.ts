import { textOf, textsOf } from '../effects/draft.ts'
import type { KindEffect } from './kind-draft.ts'

/** `+kops:resource`: what `+kubebuilder:resource` has no argument for. */
export const settings: KindEffect = (marker, draft) => {
  const listKind = textOf(marker, 'listKind')
  if (listKind !== undefined) {
    draft.names.listKind = listKind
    draft.resourceSpan ??= marker.span
  }
  const versions = textsOf(marker, 'versions')
  if (versions.length > 0) draft.versionOrder = versions
  if (textOf(marker, 'subresources') === 'none') draft.version.subresources ??= {}
  if (textOf(marker, 'paths') === 'unchecked') draft.hasLoosePaths = true
}
