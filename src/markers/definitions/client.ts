import type { ArgumentDefinition } from '../marker.ts'
import { named, row, value } from './row.ts'

const verbs: readonly ArgumentDefinition[] = value('words', 'verbs, separated by commas', {
  values: [
    'create',
    'update',
    'updateStatus',
    'delete',
    'deleteCollection',
    'get',
    'list',
    'watch',
    'patch',
    'apply',
    'applyStatus',
  ],
})

/** What steers the typed client that `kops generate client` writes, named as client-gen names it. */
export const clientDefinitions = [
  row('genclient', {
    targets: ['type'],
    class: 'client',
    doc: 'Writes a typed client for the kind.',
  }),
  row('genclient:nonNamespaced', {
    targets: ['type'],
    class: 'client',
    doc: 'The client of the kind takes no namespace.',
  }),
  row('genclient:noStatus', {
    targets: ['type'],
    class: 'client',
    doc: 'The client has no methods for `/status`.',
  }),
  row('genclient:noVerbs', {
    targets: ['type'],
    class: 'client',
    doc: 'The client has no methods but those of `+genclient:method`.',
  }),
  row('genclient:readonly', {
    targets: ['type'],
    class: 'client',
    doc: 'The client has only `get`, `list` and `watch`.',
  }),
  row('genclient:onlyVerbs', {
    targets: ['type'],
    class: 'client',
    doc: 'The client has these methods only.',
    arguments: verbs,
    example: '+genclient:onlyVerbs=get,list,watch',
  }),
  row('genclient:skipVerbs', {
    targets: ['type'],
    class: 'client',
    doc: 'The client lacks these methods.',
    arguments: verbs,
    example: '+genclient:skipVerbs=deleteCollection',
  }),
  row('genclient:method', {
    targets: ['type'],
    class: 'client',
    repeatable: true,
    doc: 'One method more, for a subresource.',
    arguments: [
      { name: '', type: 'string', optional: false, doc: 'name of the method' },
      named('verb', 'what it does', {
        values: ['create', 'update', 'get', 'list', 'patch', 'delete', 'apply', 'watch'],
      }),
      named('subresource', 'name of the subresource', { optional: true }),
      named('input', 'type of what is sent', { optional: true }),
      named('result', 'type of what comes back', { optional: true }),
    ],
    example: '+genclient:method=GetScale,verb=get,subresource=scale,result=Scale',
  }),
  row('resourceName', {
    targets: ['type'],
    class: 'client',
    doc: 'The plural under which the client finds the kind.',
    arguments: value('string', 'a plural name'),
    example: '+resourceName=tunnels',
  }),
  row('groupGoName', {
    targets: ['package'],
    class: 'client',
    doc: 'The name of the group in the client.',
    arguments: value('string', 'a name in Pascal case'),
    example: '+groupGoName=Apps',
  }),
] as const
