import type { CommandDefinition } from '../command.ts'

export const completionCommand: CommandDefinition = {
  name: 'completion',
  summary: 'print a script that completes kops commands in your shell',
  readOnly: true,
  ignoresTree: true,
  arguments: [
    { name: '<shell>', description: 'the shell to complete in', choices: ['bash', 'zsh', 'fish'] },
  ],
  options: [],
  examples: [
    { does: 'complete in this bash session', command: 'source <(kops completion bash)' },
    {
      does: 'complete in every zsh session',
      command: 'kops completion zsh > "${fpath[1]}/_kops"',
    },
    {
      does: 'complete in every fish session',
      command: 'kops completion fish > ~/.config/fish/completions/kops.fish',
    },
  ],
  load: () => import('./completion.ts'),
}
