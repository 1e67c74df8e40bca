import type { CommandDefinition } from '../command.ts'
import { optionalGenerators } from '../../generators/optional.ts'
import { headerOptions, optionName, runOptions, sourceOptions } from './generation-options.ts'

export const generateCommand: CommandDefinition = {
  name: 'generate',
  summary: 'write the descriptors of kinds and the wiring that the operator’s code imports',
  options: [
    ...sourceOptions,
    ...optionalGenerators.flatMap(({ setting, doc }) => {
      const flag = optionName(setting)
      return [
        { flags: `--${flag}`, description: `also write ${doc}` },
        { flags: `--no-${flag}`, description: 'do not, whatever PROJECT says' },
      ]
    }),
    {
      flags: '--schema-output <folder>',
      description: 'where JSON Schema files go; `config/schemas` by default',
    },
    {
      flags: '--reference-output <folder>',
      description: 'where the reference goes; `docs/api` by default',
    },
    ...headerOptions,
    ...runOptions,
  ],
  examples: [
    { does: 'bring all generated code up to date', command: 'kops generate' },
    {
      does: 'write validators and a reference of the API as well',
      command: 'kops generate --validators --reference',
    },
    { does: 'see in CI whether it is', command: 'kops generate --check' },
  ],
  load: () => import('./generate.ts'),
}
