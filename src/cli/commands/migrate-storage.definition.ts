import type { CommandDefinition } from '../command.ts'

export const migrateStorageCommand: CommandDefinition = {
  name: 'migrate storage',
  summary: 'rewrite stored objects in the storage version of their CRD, and forget older versions',
  options: [
    {
      flags: '--group <group>',
      description: 'the kinds of this API group alone, with or without the domain',
    },
    { flags: '--kind <kind>', description: 'this kind alone; by default all that PROJECT brings' },
    {
      flags: '--crd <name...>',
      description: 'names of CRDs, such as applications.apps.my.domain; needs no PROJECT',
    },
    { flags: '--kubeconfig <file>', description: 'the kubeconfig; by default as kubectl' },
    { flags: '--context <name>', description: 'the context in it; by default the current one' },
    {
      flags: '--rewriter <who>',
      description:
        'who rewrites: the cluster (StorageVersionMigration), kops, or the first that is there',
      choices: ['auto', 'server', 'kops'],
    },
    { flags: '--chunk-size <number>', description: 'objects in one list; 500 by default' },
    { flags: '--dry-run', description: 'write nothing; say what there is to do' },
  ],
  examples: [
    { does: 'after a change of the storage version', command: 'kops migrate storage' },
    {
      does: 'for a CRD of another project',
      command: 'kops migrate storage --crd applications.apps.my.domain --dry-run',
    },
  ],
  readOnly: true,
  load: () => import('./migrate-storage.ts'),
}
