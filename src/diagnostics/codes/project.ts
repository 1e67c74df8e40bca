import type { CodeDefinition } from '../code-definition.ts'

/** Mistakes in PROJECT and in what kops keeps beside it, and files that stand in the way. */
export const projectCodes = {
  'project/broken-file': {
    severity: 'error',
    message: 'cannot read or write {file}: {reason}',
    why: 'the operating system refused a file that kops needs',
    remedy: 'make the path readable and writable, or move away what stands in its place',
    example: {
      files: { '.kops/files/keep': 'a folder stands where a file should\n' },
    },
  },
  'project/broken-journal': {
    severity: 'error',
    message: 'the journal of a command that was killed cannot be completed: {reason}',
    why: 'the command had begun to write, and the files it stopped at cannot be written now',
    remedy:
      'make the files writable and run any kops command, or run `kops recover --discard` and take the project back from version control',
    example: {
      files: { '.kops/journal/journal.json/keep': 'a folder stands where the journal should\n' },
    },
  },
  'project/contradicting-versions': {
    severity: 'error',
    message: 'the versions of `{kind}` in PROJECT differ in their {what}',
    why: 'the versions of a kind make one CRD, which has one plural and one scope',
    remedy: 'write the same in every entry of the kind',
    example: {
      files: {
        PROJECT:
          'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\nresources:\n- {group: ship, domain: example.org, version: v1, kind: Frigate}\n- {group: ship, domain: example.org, version: v2, kind: Frigate, plural: fregate}\n',
      },
    },
  },
  'project/duplicate-resource': {
    severity: 'error',
    message: 'PROJECT lists `{name}` twice',
    why: 'two entries may say different things, and only one could hold',
    remedy: 'remove one of the two entries',
    example: {
      files: {
        PROJECT:
          'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\nresources:\n- {group: ship, domain: example.org, version: v1, kind: Frigate}\n- {group: ship, domain: example.org, version: v1, kind: Frigate}\n',
      },
    },
  },
  'project/edited-file': {
    severity: 'error',
    message: '`{path}` was edited by hand',
    why: 'the file is generated, and the edit would be lost when it is written again',
    remedy:
      'make the edit where the file is generated from, then delete the file and run the command again',
    example: {
      files: {
        PROJECT: 'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\n',
        '.kops/files': 'src/zz_generated.register.ts registration 0123456789abcdef\n',
        'src/zz_generated.register.ts': 'export const edited = true\n',
      },
      arguments: ['generate'],
    },
  },
  'project/file-exists': {
    severity: 'error',
    message: '`{path}` is there already with other content',
    why: 'kops does not overwrite what it did not write',
    remedy: 'move the file away, or work in another folder',
    example: {
      files: { Makefile: 'all:\n' },
      arguments: ['init', '--no-install', '--domain', 'example.org'],
    },
  },
  'project/foreign-layout': {
    severity: 'error',
    message: 'PROJECT has the layout `{layout}`',
    why: 'the project was laid out by another tool, and kops would write its files to other places',
    remedy: 'start a project with `kops init` beside it and move the types over',
    example: {
      files: { PROJECT: 'version: "3"\nlayout: [go.kubebuilder.io/v4]\nprojectName: fleet\n' },
    },
  },
  'project/invalid-name': {
    severity: 'error',
    message: '`{field}` in PROJECT cannot be `{value}`',
    why: 'Kubernetes refuses objects that are named with it',
    remedy: 'choose a name that the rule allows',
    example: {
      files: {
        PROJECT:
          'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\nresources:\n- {group: ship, domain: example.org, version: v1, kind: my_ship}\n',
      },
    },
  },
  'project/invalid-record': {
    severity: 'error',
    message: 'line {line} of `.kops/files` cannot be read',
    why: 'the file tells which files kops wrote and whether someone edited them; each line is a path, a template and a hash',
    remedy: 'take the file back from version control, or remove the line',
    example: {
      files: { '.kops/files': 'config/rbac/role.yaml\n' },
    },
  },
  'project/invalid-yaml': {
    severity: 'error',
    message: 'PROJECT is not YAML: {problem}',
    why: 'no command can tell what the project is before the file can be read',
    remedy: 'mend the line, or take the file back from version control',
    example: {
      files: {
        PROJECT:
          'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\nresources: [\n',
      },
    },
  },
  'project/kept-file': {
    severity: 'warning',
    message: '`{path}` is no longer needed, but was edited by hand',
    why: 'kops removes only what it wrote and nobody edited',
    remedy: 'delete the file, or keep what you need of it elsewhere',
    example: {
      files: {
        PROJECT: 'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\n',
        '.kops/files': 'config/crd/bases/ship.example.org_frigates.yaml crd 0123456789abcdef\n',
        'config/crd/bases/ship.example.org_frigates.yaml': 'kind: CustomResourceDefinition\n',
      },
    },
  },
  'project/locked': {
    severity: 'error',
    message: 'another kops command works on this project',
    why: 'two commands at once would each undo what the other writes',
    remedy: 'wait for it; if the computer that ran it is gone, run `kops recover --discard`',
    example: {
      files: {
        '.kops/journal/owner.0': '{"pid":1,"host":"elsewhere","started":""}\n',
      },
    },
  },
  'project/merge-conflict': {
    severity: 'error',
    message: '`.kops/files` holds an unresolved merge',
    why: 'the file tells which files kops wrote and whether someone edited them',
    remedy:
      'keep the lines of both sides and remove the lines of `<`, `=` and `>`; the next command sorts out which hold',
    example: {
      files: { '.kops/files': '<<<<<<< HEAD\n=======\n>>>>>>> branch\n' },
    },
  },
  'project/missing-controller': {
    severity: 'error',
    message: 'PROJECT lists the controller `{controller}`, but `{path}` exports no `setup`',
    why: 'the registration calls the `setup` of every controller that PROJECT lists',
    remedy: 'write the file with its `setup`, or remove the controller from PROJECT',
    example: {
      files: {
        PROJECT: `domain: my.domain
layout:
- kops/v1
projectName: demo
resources:
- controller: true
  core: true
  group: apps
  kind: Deployment
  version: v1
version: "3"
`,
        'src/main.ts': 'export {}\n',
      },
      arguments: ['generate'],
    },
  },
  'project/missing-field': {
    severity: 'error',
    message: '`{field}` is missing in PROJECT',
    why: 'names of files, types and objects are made of it',
    remedy: 'add the field',
    example: {
      files: {
        PROJECT:
          'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\nresources:\n- {group: ship, version: v1}\n',
      },
    },
  },
  'project/missing-file': {
    severity: 'error',
    message: '`{path}` is missing',
    why: 'the new files would be left out of what is deployed, or lack the header that the project wants',
    remedy: 'run `kops init`, which writes again what is missing and leaves the rest alone',
    example: {
      files: {
        PROJECT:
          'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\nplugins: {kops: {license: none}}\n',
      },
      arguments: ['create', 'api', '--group', 'ship', '--version', 'v1', '--kind', 'Frigate'],
    },
  },
  'project/missing-kind': {
    severity: 'error',
    message: 'PROJECT lists `{kind}`, which `{path}` does not declare',
    why: 'the registration wires what PROJECT lists, and would import a type that is not there',
    remedy: 'declare the kind in that folder, or remove its entry from PROJECT',
    example: {
      files: {
        PROJECT: `domain: my.domain
layout:
- kops/v1
projectName: demo
resources:
- api:
    crdVersion: v1
    namespaced: true
  domain: my.domain
  group: apps
  kind: Tunnel
  path: api/apps/v1
  version: v1
version: "3"
`,
      },
      arguments: ['generate'],
    },
  },
  'project/nested': {
    severity: 'error',
    message: 'this folder lies in the project `{name}`',
    why: 'commands look for PROJECT upwards, and would take one project for the other',
    remedy: 'make the new project beside the other one',
    example: {
      files: {
        PROJECT: 'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\n',
        'docs/keep': '',
      },
      arguments: ['-C', 'docs', 'init', '--no-install', '--domain', 'example.org'],
    },
  },
  'project/no-storage-version': {
    severity: 'error',
    message: 'no version of `{kind}` says that it is the stored one',
    why: 'a CRD with several versions stores objects in exactly one of them, and which one cannot be guessed',
    remedy:
      'put `// +kubebuilder:storageversion` above the kind in the version that objects are stored in',
    example: {
      files: {
        PROJECT: `version: "3"
layout: [kops/v1]
domain: example.org
projectName: fleet
plugins: {kops: {license: none}}
resources:
- {group: ship, domain: example.org, version: v1, kind: Frigate, path: api/ship/v1, api: {crdVersion: v1, namespaced: true}}
`,
        'config/default/kustomization.yaml': 'resources: []\n',
        'api/ship/v1/groupversion.ts': '// +groupName=ship.example.org\n',
        'api/ship/v1/frigate.ts': `import type { CustomResource } from 'kops'

export interface Frigate extends CustomResource {
  spec: { name: string }
}
`,
      },
      arguments: ['create', 'api', '--group', 'ship', '--version', 'v2', '--kind', 'Frigate'],
    },
  },
  'project/not-a-file': {
    severity: 'error',
    message: '`{path}` is not a plain file, so kops does not write it',
    why: 'writing through a link, or in the place of a folder, would change something else than this project',
    remedy: 'move away what stands there',
    example: {
      files: {
        'config/rbac/role.yaml/keep': 'a folder stands where a file should\n',
        'src/main.ts': '// +kubebuilder:rbac:groups=core,resources=pods,verbs=get\nexport {}\n',
      },
    },
  },
  'project/not-found': {
    severity: 'error',
    message: 'there is no PROJECT file here or in a folder above',
    why: 'the command changes a project that `kops init` made, and PROJECT says where that is',
    remedy: 'run `kops init`, go to the project, or name it with `-C`',
    example: {
      files: {},
      arguments: ['create', 'api', '--group', 'ship', '--version', 'v1', '--kind', 'Frigate'],
    },
  },
  'project/not-one-document': {
    severity: 'error',
    message: 'PROJECT is not one mapping of fields',
    why: 'the file describes one project, field by field',
    remedy: 'keep one YAML document in the file',
    example: {
      files: { PROJECT: '# nothing here\n' },
    },
  },
  'project/outside-root': {
    severity: 'error',
    message: '`{setting}` in PROJECT leads to `{value}`, outside of the project',
    why: 'kops records what it writes, so that it can bring it up to date and remove it again, and it does so in the project',
    remedy: 'choose a folder in the project, relative to PROJECT',
    example: {
      files: {
        PROJECT:
          'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\nplugins: {kops: {manifests: {crdOutput: ../crds}}}\n',
      },
    },
  },
  'project/shared-plural': {
    severity: 'error',
    message: '`{kind}` and `{other}` in PROJECT share the plural `{plural}`',
    why: 'a plural names one resource of a group, in URLs and in the name of the CRD',
    remedy: 'give one of the kinds another `plural`',
    example: {
      files: {
        PROJECT:
          'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\nresources:\n- {group: ship, domain: example.org, version: v1, kind: Frigate}\n- {group: ship, domain: example.org, version: v1, kind: Corvette, plural: frigates}\n',
      },
    },
  },
  'project/unknown-setting': {
    severity: 'warning',
    message: 'PROJECT sets `{name}`, which kops does not read',
    why: 'a misspelt setting has no effect',
    remedy: 'correct the name or remove the line',
    example: {
      files: {
        PROJECT:
          'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\nplugins: {kops: {netwrokPolicy: true}}\n',
      },
    },
  },
  'project/unknown-version': {
    severity: 'error',
    message: 'PROJECT has version `{version}`',
    why: 'kops reads and writes the third version of the file, as kubebuilder does',
    remedy: 'write `version: "3"`',
    example: {
      files: { PROJECT: 'version: "9"\nprojectName: fleet\n' },
    },
  },
  'project/unknown-word': {
    severity: 'error',
    message: '`{field}` in PROJECT cannot be `{value}`',
    why: 'only the listed words have a meaning there',
    remedy: 'use one of the listed words',
    example: {
      files: {
        PROJECT:
          'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\nplugins: {kops: {numbers: int16}}\n',
      },
    },
  },
  'project/unlisted-controller': {
    severity: 'error',
    message: '`{path}` exports a `setup`, but PROJECT lists no such controller',
    why: 'only the controllers of PROJECT are registered: the manager would run without this one',
    remedy:
      'list it with `kops create api --resource=false --controller-name NAME`, or rename `setup`',
    example: {
      files: {
        PROJECT: 'version: "3"\nlayout: [kops/v1]\ndomain: my.domain\nprojectName: demo\n',
        'src/controllers/apps/deployment.ts': 'export function setup(): void {}\n',
      },
      arguments: ['generate'],
    },
  },
  'project/unrecorded-file': {
    severity: 'error',
    message: '`{path}` is where kops writes a file, but kops did not write it',
    why: 'the file is not listed in `.kops/files`, so that nobody can tell whether it may be replaced',
    remedy: 'move the file away, or delete it, and run the command again',
    example: {
      files: {
        PROJECT: 'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\n',
        'src/zz_generated.register.ts': 'export const mine = true\n',
      },
      arguments: ['generate'],
    },
  },
  'project/wrong-type': {
    severity: 'error',
    message: '`{field}` in PROJECT is not {wanted}',
    why: 'a value of another type would have to be guessed at',
    remedy: 'write the value in the type that is wanted',
    example: {
      files: {
        PROJECT:
          'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\nnamespaced: maybe\n',
      },
    },
  },
} as const satisfies Record<string, CodeDefinition>
