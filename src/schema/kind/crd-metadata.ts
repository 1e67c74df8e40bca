import type { Marker } from '../../markers/marker.ts'
import { textsOf, valueSpan } from '../effects/draft.ts'
import type { KindDraft, KindEffect } from './kind-draft.ts'

/** Annotations and labels of the CustomResourceDefinition itself. */
export const metadata: KindEffect = (marker, draft) => {
  addPairs(marker, draft, 'annotations')
  addPairs(marker, draft, 'labels')
}

function addPairs(marker: Marker, draft: KindDraft, name: 'annotations' | 'labels'): void {
  for (const text of textsOf(marker, name)) {
    const equals = text.indexOf('=')
    const key = text.slice(0, equals)
    const value = text.slice(equals + 1)
    if (equals > 0 && isQualifiedName(key) && (name === 'annotations' || isLabelValue(value))) {
      draft[name][key] = value
      continue
    }
    draft.context.sink.report(
      'schema/invalid-pair',
      { text, name },
      {
        span: valueSpan(marker, name),
        notes: ['the API server would refuse the CustomResourceDefinition'],
        helps: [`write ${name}="team=storage"`],
      },
    )
  }
}

function isQualifiedName(key: string): boolean {
  const [, prefix, name] = /^(?:([^/]*)\/)?([^/]*)$/.exec(key) ?? []
  const isName = name !== undefined && /^[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/.test(name)
  return isName && (prefix === undefined || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/.test(prefix))
}

function isLabelValue(value: string): boolean {
  return value === '' || /^[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/.test(value)
}
