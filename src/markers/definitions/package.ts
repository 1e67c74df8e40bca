import { row, value } from './row.ts'

/** Markers of a whole package, which is a folder: they may stand in any of its files, above nothing. */
export const packageDefinitions = [
  row('groupName', {
    targets: ['package'],
    doc: 'The API group of every kind in the folder. It must agree with PROJECT where there is one.',
    arguments: value('string', 'a DNS name such as `apps.my.domain`', { optional: true }),
    example: '+groupName=apps.my.domain',
  }),
  row('versionName', {
    targets: ['package'],
    doc: 'The version of every kind in the folder. Without it the name of the folder is the version.',
    arguments: value('string', 'a version that Kubernetes orders, such as `v1beta1`'),
    example: '+versionName=v1beta1',
  }),
  row('kubebuilder:skip', {
    targets: ['package'],
    doc: 'Leaves the folder out: no kind in it becomes a CRD.',
  }),
] as const
