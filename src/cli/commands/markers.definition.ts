import type { CommandDefinition } from '../command.ts'

export const markersCommand: CommandDefinition = {
  name: 'markers',
  summary: 'list the markers that types may carry, or describe one',
  readOnly: true,
  ignoresTree: true,
  arguments: [
    {
      name: '[name]',
      description: 'a marker, with or without `+`, or a JSDoc tag such as `@minimum`',
      completedFrom: 'markers',
    },
  ],
  options: [],
  examples: [
    { does: 'list every marker', command: 'kops markers' },
    { does: 'describe one', command: 'kops markers kubebuilder:validation:Minimum' },
  ],
  load: () => import('./markers.ts'),
}
