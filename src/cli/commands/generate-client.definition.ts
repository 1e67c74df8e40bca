import type { CommandDefinition } from '../command.ts'
import { headerOptions, runOptions, sourceOptions } from './generation-options.ts'

export const generateClientCommand: CommandDefinition = {
  name: 'generate client',
  summary: 'write clientset, informers and listers for the kinds with `+genclient`',
  options: [
    { flags: '--group <group>', description: 'the kinds of this API group alone' },
    { flags: '--version <version>', description: 'the kinds of this version alone' },
    {
      flags: '--output <directory>',
      description: 'the folder to write to; `pkg/client` by default',
    },
    ...sourceOptions,
    ...headerOptions,
    ...runOptions,
  ],
  examples: [
    {
      does: 'write the client of one group version',
      command: 'kops generate client --group samplecrd.k8s.io --version v1 --output pkg/client',
    },
    { does: 'see in CI whether it is up to date', command: 'kops generate client --check' },
  ],
  load: () => import('./generate-client.ts'),
}
