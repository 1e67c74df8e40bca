import type { CommandDefinition } from '../command.ts'
import { headerOptions, runOptions, sourceOptions } from './generation-options.ts'

export const generateCommand: CommandDefinition = {
  name: 'generate',
  summary: 'write the descriptors of kinds and the wiring that the operator’s code imports',
  options: [...sourceOptions, ...headerOptions, ...runOptions],
  examples: [
    { does: 'bring all generated code up to date', command: 'kops generate' },
    { does: 'see in CI whether it is', command: 'kops generate --check' },
  ],
  load: () => import('./generate.ts'),
}
