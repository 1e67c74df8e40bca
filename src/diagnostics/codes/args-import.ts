import type { CodeDefinition } from '../code-definition.ts'

const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: frigates.ship.example.org
spec:
  group: ship.example.org
  names: {kind: Frigate, plural: frigates}
  scope: Namespaced
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
`

const generateTypes = ['generate', 'types', '--output', 'types', '--from']

const project =
  'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\nplugins: {kops: {license: none}}\n'

/** Mistakes on the command line about CRDs that are read. */
export const importArgsCodes = {
  'args/no-such-crd': {
    severity: 'error',
    message: '`--{flag} {value}` names none of the CRDs that were read',
    why: 'a name that chooses nothing is most likely a slip, and would write no types without a word',
    remedy: 'give a name, plural, kind or group that the source has',
    example: {
      files: { 'crds.yaml': crd },
      arguments: [...generateTypes, 'crds.yaml', '--name', 'Frigat'],
    },
  },
  'args/not-for-external': {
    severity: 'error',
    message: '`--{flag}` is about a kind that the project brings, and `--external` about another',
    why: 'the versions of a kind of another project, and how they are converted, are that project’s business',
    remedy: 'leave one of the two out',
    example: {
      files: { PROJECT: project, 'crds.yaml': crd },
      arguments: ['create', 'api', '--external', 'crds.yaml', '--from', 'v1'],
    },
  },
  'args/repeated-input': {
    severity: 'error',
    message: '`--from -` is there twice',
    why: 'the standard input can be read once',
    remedy: 'give `-` once',
    example: { files: {}, arguments: [...generateTypes, '-', '-'] },
  },
  'args/several-crds': {
    severity: 'error',
    message: 'the source has {count} CRDs that could be meant',
    why: 'an API of a project is one kind',
    remedy: 'say which kind is meant',
    example: {
      files: {
        PROJECT: project,
        'crds.yaml': `${crd}---\n${crd.replaceAll('frigate', 'cruiser').replaceAll('Frigate', 'Cruiser')}`,
      },
      arguments: ['create', 'api', '--external', 'crds.yaml'],
    },
  },
} as const satisfies Record<string, CodeDefinition>
