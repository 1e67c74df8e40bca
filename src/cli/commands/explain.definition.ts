import type { CommandDefinition } from '../command.ts'

export const explainCommand: CommandDefinition = {
  name: 'explain',
  summary: 'tell what a diagnostic means and how to get out of it',
  readOnly: true,
  ignoresTree: true,
  arguments: [
    {
      name: '[code]',
      description: 'the code in brackets after `error`; all codes where absent',
      completedFrom: 'codes',
    },
  ],
  options: [],
  examples: [
    { does: 'explain one code', command: 'kops explain args/missing-flag' },
    { does: 'list every code', command: 'kops explain' },
  ],
  load: () => import('./explain.ts'),
}
