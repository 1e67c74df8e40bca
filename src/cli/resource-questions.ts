import type { Question } from './ask.ts'

/** What `kops create` asks for where the command line lacks it. */
export const resourceQuestions = {
  group: {
    flag: 'group',
    message: 'Which group is it in, without the domain?',
    placeholder: 'apps',
  },
  version: { flag: 'version', message: 'Which version?', placeholder: 'v1' },
  kind: { flag: 'kind', message: 'Which kind?', placeholder: 'Application' },
} as const satisfies Readonly<Record<string, Question>>
