import type { SourceSpan } from '../../diagnostics/diagnostic.ts'
import { textOf, valueSpan } from '../effects/draft.ts'
import type { KindEffect } from './kind-draft.ts'
import type { PathUse } from './path-checks.ts'

export const subresourceStatus: KindEffect = (_marker, draft) => {
  draft.version.subresources = { ...draft.version.subresources, status: {} }
}

export const subresourceScale: KindEffect = (marker, draft) => {
  const specReplicasPath = textOf(marker, 'specpath')
  const statusReplicasPath = textOf(marker, 'statuspath')
  const labelSelectorPath = textOf(marker, 'selectorpath')
  if (specReplicasPath === undefined || statusReplicasPath === undefined) return
  const scale: ScalePaths = {
    specReplicasPath,
    statusReplicasPath,
    ...(labelSelectorPath === undefined ? {} : { labelSelectorPath }),
  }
  draft.version.subresources = { ...draft.version.subresources, scale }
  draft.paths.push(...scalePaths(scale, (name) => valueSpan(marker, name)))
}

interface ScalePaths {
  readonly specReplicasPath: string
  readonly statusReplicasPath: string
  readonly labelSelectorPath?: string
}

/** What the paths of `/scale` must lead to. */
export function scalePaths(
  { specReplicasPath, statusReplicasPath, labelSelectorPath }: ScalePaths,
  spanOf: (argument: 'specpath' | 'statuspath' | 'selectorpath') => SourceSpan,
): PathUse[] {
  const replicas: PathUse[] = [
    {
      path: specReplicasPath,
      span: spanOf('specpath'),
      purpose: 'the wanted number of replicas',
      kinds: ['integer'],
      throughLists: false,
      within: ['spec'],
    },
    {
      path: statusReplicasPath,
      span: spanOf('statuspath'),
      purpose: 'the observed number of replicas',
      kinds: ['integer'],
      throughLists: false,
      within: ['status'],
    },
  ]
  if (labelSelectorPath === undefined || labelSelectorPath === '') return replicas
  const selector: PathUse = {
    path: labelSelectorPath,
    span: spanOf('selectorpath'),
    purpose: 'a label selector, as text',
    kinds: ['string'],
    throughLists: false,
    within: ['spec', 'status'],
  }
  return [...replicas, selector]
}
