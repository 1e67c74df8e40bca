import { row, value } from './row.ts'

const listType = value('string', 'how two appliers share the list', {
  values: ['atomic', 'set', 'map'],
})
const mapType = value('string', 'how two appliers share the object', {
  values: ['granular', 'atomic'],
})

/** How server-side apply merges lists, maps and objects. */
export const topologyDefinitions = [
  row('listType', {
    targets: ['type', 'field'],
    doc: 'Who owns the items of a list: one applier the whole list, or each applier its own items.',
    arguments: listType,
    example: '+listType=map',
  }),
  row('k8s:listType', {
    targets: ['type', 'field'],
    doc: 'The same as `+listType`.',
    arguments: listType,
    example: '+k8s:listType=set',
  }),
  row('listMapKey', {
    targets: ['type', 'field'],
    repeatable: true,
    doc: 'A property of the items that tells them apart; needs `+listType=map`. Several make one key.',
    arguments: value('string', 'name of a property'),
    example: '+listMapKey=name',
  }),
  row('k8s:listMapKey', {
    targets: ['type', 'field'],
    repeatable: true,
    doc: 'The same as `+listMapKey`.',
    arguments: value('string', 'name of a property'),
    example: '+k8s:listMapKey=name',
  }),
  row('mapType', {
    targets: ['type', 'field'],
    doc: 'Who owns the entries of a map: each applier its own, or one applier all.',
    arguments: mapType,
    example: '+mapType=atomic',
  }),
  row('structType', {
    targets: ['type', 'field'],
    doc: 'Who owns the properties of an object: each applier its own, or one applier all.',
    arguments: mapType,
    example: '+structType=atomic',
  }),
] as const
