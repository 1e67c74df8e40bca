import type { CommandDefinition } from '../command.ts'

export const versionCommand: CommandDefinition = {
  name: 'version',
  summary: 'print the versions of kops, of the Kubernetes it knows, and of Node',
  readOnly: true,
  ignoresTree: true,
  options: [{ flags: '--json', description: 'print them as JSON' }],
  examples: [
    { does: 'for a bug report', command: 'kops version' },
    { does: 'for a script', command: 'kops version --json' },
  ],
  load: () => import('./version.ts'),
}
