import type { CodeDefinition } from '../code-definition.ts'

export const templateCodes = {
  'template/install-failed': {
    severity: 'warning',
    message: 'npm could not install the dependencies: {reason}',
    why: 'the project is complete, but its targets need the packages that package.json names',
    remedy: 'run `npm install` in the project once the registry can be reached',
    example: {
      files: { '.npmrc': 'offline=true\ncache=empty-cache\n' },
      arguments: ['init', '--domain', 'example.org', '--project-name', 'fleet', '--kops', '1.0.0'],
    },
  },
} as const satisfies Record<string, CodeDefinition>
