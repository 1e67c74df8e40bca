import type { CommandDefinition } from '../command.ts'
import { headerOptions, runOptions } from './generation-options.ts'

export const generateTypesCommand: CommandDefinition = {
  name: 'generate types',
  summary: 'turn CRDs into annotated TypeScript that gives the same CRDs back',
  options: [
    {
      flags: '--from <source...>',
      description: 'a file, a folder, a URL, `cluster`, or `-` for the standard input',
    },
    { flags: '--output <directory>', description: 'the folder to write to' },
    {
      flags: '--no-markers',
      description: 'types and descriptors alone, to talk to someone else’s operator',
    },
    { flags: '--group <group...>', description: 'the CRDs of these API groups alone' },
    { flags: '--name <name...>', description: 'these CRDs alone, by name, plural or kind' },
    { flags: '--kubeconfig <file>', description: 'how to reach the cluster of `--from cluster`' },
    { flags: '--context <name>', description: 'which context of the kubeconfig to use' },
    ...headerOptions,
    ...runOptions,
  ],
  examples: [
    {
      does: 'take over the APIs of an operator that was written in another language',
      command: 'kops generate types --from config/crd/bases --output api',
    },
    {
      does: 'talk to cert-manager, as the cluster has it',
      command:
        'kops generate types --from cluster --group cert-manager.io --no-markers --output src/cert-manager',
    },
    {
      does: 'see in CI whether the types are those of a file',
      command: 'kops generate types --from crds.yaml --output api --check',
    },
  ],
  load: () => import('./generate-types.ts'),
}
