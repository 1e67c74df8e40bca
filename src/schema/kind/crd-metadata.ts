import { setMember } from '../../apimachinery/json-members.ts'
import { isLabelValue, isQualifiedName } from '../../apimachinery/names.ts'
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
      setMember(draft[name], key, value)
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
