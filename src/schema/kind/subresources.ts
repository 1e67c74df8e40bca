import { textOf, valueSpan } from '../effects/draft.ts'
import type { KindEffect } from './kind-draft.ts'

export const subresourceStatus: KindEffect = (_marker, draft) => {
  draft.version.subresources = { ...draft.version.subresources, status: {} }
}

export const subresourceScale: KindEffect = (marker, draft) => {
  const specReplicasPath = textOf(marker, 'specpath')
  const statusReplicasPath = textOf(marker, 'statuspath')
  const labelSelectorPath = textOf(marker, 'selectorpath')
  if (specReplicasPath === undefined || statusReplicasPath === undefined) return
  draft.version.subresources = {
    ...draft.version.subresources,
    scale: {
      specReplicasPath,
      statusReplicasPath,
      ...(labelSelectorPath === undefined ? {} : { labelSelectorPath }),
    },
  }
  draft.paths.push(
    {
      path: specReplicasPath,
      span: valueSpan(marker, 'specpath'),
      purpose: 'the wanted number of replicas',
      kinds: ['integer'],
      throughLists: false,
      within: ['spec'],
    },
    {
      path: statusReplicasPath,
      span: valueSpan(marker, 'statuspath'),
      purpose: 'the observed number of replicas',
      kinds: ['integer'],
      throughLists: false,
      within: ['status'],
    },
  )
  if (labelSelectorPath === undefined || labelSelectorPath === '') return
  draft.paths.push({
    path: labelSelectorPath,
    span: valueSpan(marker, 'selectorpath'),
    purpose: 'a label selector, as text',
    kinds: ['string'],
    throughLists: false,
    within: ['spec', 'status'],
  })
}
