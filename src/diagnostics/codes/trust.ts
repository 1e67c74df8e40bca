import type { CodeDefinition } from '../code-definition.ts'

const journal = `{"version":2,"steps":[{"path":"PROJECT","staged":"0.new"}],"folders":[]}\n`

/** What kops does not do in a folder that the user did not make or confirm. */
export const trustCodes = {
  'project/no-crash-recovery': {
    severity: 'warning',
    message: 'a killed command could not be completed: {reason}',
    why: 'kops signs what it is about to write with a key in your state folder, so that no other program can have it completed',
    remedy:
      'make the state folder yours alone and writable, or set `XDG_STATE_HOME` to a folder that is',
    example: {
      files: { 'tsconfig.json': '{}' },
      surroundings: 'with a state folder that cannot be written',
      arguments: ['init', '--no-install', '--domain', 'example.org'],
    },
  },
  'project/unfinished-command': {
    severity: 'error',
    message: 'a kops command was killed here, and its files are half-applied',
    why: 'a command that writes nothing does not complete another one, and what it would read is neither the old tree nor the new one',
    remedy: 'run `kops recover`, or any kops command that writes',
    example: {
      files: { '.kops/journal/journal.json': journal },
      arguments: ['manifests', '--check'],
    },
  },
  'project/unsafe-path': {
    severity: 'error',
    message: 'kops does not write to `{path}`',
    why: 'the path leaves the project, belongs to Git, or cannot exist on Windows, where others may clone the project',
    remedy: 'choose another name or folder',
    example: {
      files: {
        PROJECT:
          'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\nplugins: {kops: {manifests: {crdOutput: .git/hooks}}}\n',
      },
    },
  },
  'project/unsigned-journal': {
    severity: 'error',
    message: 'the journal in `.kops/journal` was not signed by you',
    why: 'it lists changes that a kops command was about to make; one that came with the files of a stranger could change any file of the project',
    remedy:
      'run `kops recover --discard`, which removes the journal and leaves the files as they are',
    example: {
      files: { '.kops/journal/journal.json': journal },
    },
  },
  'project/untrusted': {
    severity: 'error',
    message: '`{folder}` is not in your trust record',
    why: 'kops runs programs of a project, and completes its journal, only where you made the project with `kops init` or confirmed it with `kops trust`',
    remedy:
      'look at what the folder holds and run `kops trust`, or run the script of package.json, which uses the copy of the project by itself',
    example: {
      files: {
        PROJECT: 'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\n',
      },
      surroundings: 'in a clone with a `node_modules/kops` of its own',
      arguments: ['manifests'],
    },
  },
  'project/untrusted-journal': {
    severity: 'error',
    message: 'the journal in `.kops/journal` is yours, but the folder is not in your trust record',
    why: 'kops completes a journal only where you made the project with `kops init` or confirmed it with `kops trust`',
    remedy: 'run `kops trust` and the command again, or `kops recover --discard`',
    example: {
      files: {
        PROJECT: 'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\n',
      },
      surroundings: 'in a clone where `npm run manifests` was killed',
      arguments: ['manifests'],
    },
  },
  'project/unusable-record': {
    severity: 'error',
    message: 'the trust record cannot be used: {reason}',
    why: 'whoever can write the record decides what kops runs, so that it must be a file of yours that others cannot write',
    remedy: 'remove the file or correct its owner and mode, and confirm your projects again',
    example: {
      files: {
        PROJECT: 'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\n',
      },
      surroundings: 'with a trust record that others can write',
      arguments: ['trust'],
    },
  },
} as const satisfies Record<string, CodeDefinition>
