import { named, row } from './row.ts'

/** Permissions of the operator. */
export const rbacDefinitions = [
  row('kubebuilder:rbac', {
    targets: ['package'],
    repeatable: true,
    doc: 'A permission that the operator needs. It may stand anywhere in the sources, also beside code.',
    arguments: [
      named('groups', 'API groups; `core` or `""` is the core group', {
        type: 'strings',
        optional: true,
      }),
      named('resources', 'plural names, subresources as `deployments/status`', {
        type: 'strings',
        optional: true,
      }),
      named('verbs', 'what may be done with them', { type: 'strings' }),
      named('resourceNames', 'only objects of these names', { type: 'strings', optional: true }),
      named('urls', 'paths that are no resources, such as `/metrics`', {
        type: 'strings',
        optional: true,
      }),
      named('namespace', 'makes it a Role in this namespace', { optional: true }),
      named('roleName', 'puts it into a role of this name', { optional: true }),
    ],
    example: '+kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch',
  }),
] as const
