import type { CommandDefinition } from '../command.ts'

export const initCommand: CommandDefinition = {
  name: 'init',
  summary: 'make a new project in this folder',
  options: [
    { flags: '--domain <domain>', description: 'what every API group of the project ends in' },
    {
      flags: '--project-name <name>',
      description: 'begins the names of all that is deployed (default: the name of the folder)',
    },
    { flags: '--owner <owner>', description: 'holder of the copyright' },
    {
      flags: '--license <license>',
      description:
        'apache2, mit, none, or a file with the header of new sources (default: apache2)',
    },
    {
      flags: '--namespaced [boolean]',
      description: 'confine the manager and its roles to one namespace',
      choices: ['true', 'false'],
    },
    { flags: '--install', description: 'install the dependencies with npm (default)' },
    { flags: '--no-install', description: 'leave that to you' },
    {
      flags: '--kops <specifier>',
      description: 'what package.json says of kops, such as a version or file:kops.tgz',
    },
    { flags: '--dry-run', description: 'list what would be written' },
  ],
  examples: [
    {
      does: 'a project whose groups end in example.org',
      command: 'kops init --domain example.org',
    },
    {
      does: 'the same under the MIT licence, offline',
      command: 'kops init --domain example.org --license mit --owner "Jane Doe" --no-install',
    },
  ],
  load: () => import('./init.ts'),
}
