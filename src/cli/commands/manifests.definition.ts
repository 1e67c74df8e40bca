import type { CommandDefinition } from '../command.ts'
import { headerOptions, runOptions, sourceOptions } from './generation-options.ts'

export const manifestsCommand: CommandDefinition = {
  name: 'manifests',
  summary: 'write CRDs, roles and webhook configurations from annotated types',
  options: [
    ...sourceOptions,
    { flags: '--crd-output <folder>', description: 'where CRDs go; `config/crd/bases` by default' },
    {
      flags: '--rbac-output <folder>',
      description: 'where role.yaml goes; `config/rbac` by default',
    },
    {
      flags: '--webhook-output <folder>',
      description: 'where webhook manifests go; `config/webhook` by default',
    },
    {
      flags: '--role-name <name>',
      description: 'the name of the operator’s role; `manager-role` by default',
    },
    {
      flags: '--max-description-length <number>',
      description: 'cut descriptions at so many characters; 0 drops them',
    },
    {
      flags: '--embedded-metadata',
      description: 'list name, labels and the like where a type embeds ObjectMeta',
    },
    ...headerOptions,
    ...runOptions,
  ],
  examples: [
    { does: 'bring all manifests up to date', command: 'kops manifests' },
    { does: 'see in CI whether they are', command: 'kops manifests --check --format github' },
    {
      does: 'apply without writing',
      command: 'kops manifests --dry-run | kubectl apply --server-side -f -',
    },
  ],
  load: () => import('./manifests.ts'),
}
