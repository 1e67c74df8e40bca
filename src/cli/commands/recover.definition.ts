import type { CommandDefinition } from '../command.ts'

export const recoverCommand: CommandDefinition = {
  name: 'recover',
  summary: 'complete what a killed command left half-applied, or discard its journal',
  options: [
    {
      flags: '--discard',
      description: 'remove the journal and the lock, and leave the files as they are now',
    },
  ],
  ignoresTree: true,
  examples: [
    { does: 'after a kill', command: 'kops recover' },
    { does: 'for a journal that you did not write', command: 'kops recover --discard' },
  ],
  load: () => import('./recover.ts'),
}
