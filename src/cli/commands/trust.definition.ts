import type { CommandDefinition } from '../command.ts'

export const trustCommand: CommandDefinition = {
  name: 'trust',
  summary: 'let kops run the copy of kops that a project brings, and complete its journal',
  arguments: [
    { name: '[folder]', description: 'a folder of the project (default: the working folder)' },
  ],
  ignoresTree: true,
  options: [
    { flags: '--list', description: 'list the projects that you trust' },
    { flags: '--revoke', description: 'trust the project no longer' },
  ],
  examples: [
    { does: 'after a look at a project that you cloned', command: 'kops trust' },
    { does: 'the projects in your trust record', command: 'kops trust --list' },
    { does: 'take it back', command: 'kops trust --revoke ../fleet' },
  ],
  load: () => import('./trust.ts'),
}
