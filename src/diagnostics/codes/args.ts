import type { CodeDefinition } from '../code-definition.ts'

/** Mistakes on the command line. */
export const argsCodes = {
  'args/missing-flag': {
    severity: 'error',
    message: '`{command}` needs `--{flag}`',
    why: 'kops asks for what is missing only on a terminal; in a pipe or a CI job every required flag has to be given',
    remedy: 'give the flag',
    example: { files: {}, arguments: ['init'] },
  },
} as const satisfies Record<string, CodeDefinition>
