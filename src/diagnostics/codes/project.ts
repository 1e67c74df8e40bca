import type { CodeDefinition } from '../code-definition.ts'

export const projectCodes = {
  'project/broken-file': {
    severity: 'error',
    message: 'cannot read or write `{path}`: {reason}',
    why: 'the operating system refused a file that kops needs',
    remedy: 'make the path readable and writable, or move away what stands in its place',
    example: {
      files: { 'tsconfig.json/keep': 'a folder stands where a file should\n' },
    },
  },
} as const satisfies Record<string, CodeDefinition>
