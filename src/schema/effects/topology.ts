import type { Marker } from '../../markers/marker.ts'
import { applies, say, shownMarker, textOf, type Effect } from './draft.ts'

/*
 * How server-side apply merges lists and maps. What a key must be is judged on the finished schema.
 */

export const listType: Effect = (marker, draft) => {
  const value = textOf(marker)
  if (value !== undefined && applies(marker, draft, { to: ['array'] })) {
    say(draft, marker, { 'x-kubernetes-list-type': value })
  }
}

export const listMapKey: Effect = (marker, draft) => {
  const key = textOf(marker)
  if (key === undefined || !applies(marker, draft, { to: ['array'] })) return
  const keys = draft.said['x-kubernetes-list-map-keys'] ?? []
  if (!keys.includes(key)) say(draft, marker, { 'x-kubernetes-list-map-keys': [...keys, key] })
}

export const mapType: Effect = (marker, draft) => {
  const value = textOf(marker)
  if (value === undefined || !applies(marker, draft, { to: ['object'] })) return
  const other = draft.said['x-kubernetes-map-type']
  if (other === undefined || other === value) {
    say(draft, marker, { 'x-kubernetes-map-type': value })
    return
  }
  draft.context.sink.report(
    'schema/contradiction',
    { marker: shownMarker(marker), subject: draft.subject, other: `map type ${other}` },
    { span: marker.span, helps: ['keep one of `+mapType` and `+structType`'] },
  )
}

/**
 * Without the keys of `+k8s:unique=map` on a list that is no map: they tell items apart for Kubernetes'
 * own validation alone, and a schema has no word for that.
 */
export function withoutUniqueKeys(markers: readonly Marker[]): readonly Marker[] {
  const says = (name: string, value: string): boolean =>
    markers.some((marker) => marker.definition.name === name && textOf(marker) === value)
  const isMap = says('listType', 'map') || says('k8s:listType', 'map')
  if (isMap || !says('k8s:unique', 'map')) return markers
  return markers.filter(({ definition }) => !/^(k8s:)?listMapKey$/.test(definition.name))
}
