import type { CodeDefinition } from '../code-definition.ts'

/** Mistakes on the command line. */
export const argsCodes = {
  'args/excess-argument': {
    severity: 'error',
    message: '`{command}` takes no argument `{name}`',
    why: 'a word that no command asks for is most likely a value whose option is missing, and ignoring it would do something else than what was meant',
    remedy: 'leave the word out, or write the option in front of it',
    example: { files: {}, arguments: ['version', 'now'] },
  },
  'args/missing-argument': {
    severity: 'error',
    message: '`{command}` needs the argument `{name}`',
    why: 'the command cannot choose for you',
    remedy: 'give the argument; `--help` shows where it stands',
    example: { files: {}, arguments: ['completion'] },
  },
  'args/missing-command': {
    severity: 'error',
    message: '`{command}` needs a further word that says what to do',
    why: 'the word only groups commands and does nothing by itself',
    remedy: 'add one of the words that the help lists',
    example: { files: {}, arguments: ['create'] },
  },
  'args/missing-flag': {
    severity: 'error',
    message: '`{command}` needs `--{flag}`',
    why: 'kops asks for what is missing only on a terminal; in a pipe or a CI job every required flag has to be given',
    remedy: 'give the flag',
    example: { files: {}, arguments: ['init'] },
  },
  'args/missing-value': {
    severity: 'error',
    message: 'option `{name}` needs a value',
    why: 'the option stands last or before another option, so nothing is there for it to take',
    remedy: 'write the value behind the option, or `--option=value` where the value begins with `-`',
    example: { files: {}, arguments: ['version', '-C'] },
  },
  'args/no-such-folder': {
    severity: 'error',
    message: 'there is no folder `{directory}`',
    why: '`-C` says where to work, and kops does not make that folder',
    remedy: 'name a folder that exists, or make it first',
    example: { files: {}, arguments: ['-C', 'nowhere', 'version'] },
  },
  'args/unknown-code': {
    severity: 'error',
    message: 'there is no diagnostic code `{code}`',
    why: 'a code is written `area/problem`, as it stands in brackets in a diagnostic',
    remedy: 'run `kops explain` to list every code',
    example: { files: {}, arguments: ['explain', 'args/missing-flags'] },
  },
  'args/unknown-command': {
    severity: 'error',
    message: '`{command}` has no command `{name}`',
    why: 'kops does not guess, since a near miss could write files that nobody asked for',
    remedy: 'run `kops --help` to list the commands',
    example: { files: {}, arguments: ['manifest'] },
  },
  'args/unknown-option': {
    severity: 'error',
    message: '`{command}` has no option `{name}`',
    why: 'a misspelt option that is ignored would do something else than what was meant',
    remedy: 'run the command with `--help` to list its options',
    example: { files: {}, arguments: ['version', '--jsn'] },
  },
  'args/wrong-choice': {
    severity: 'error',
    message: '`{name}` does not take `{value}`',
    why: 'only the listed words have a meaning there',
    remedy: 'use one of the listed words',
    example: { files: {}, arguments: ['completion', 'tcsh'] },
  },
} as const satisfies Record<string, CodeDefinition>
