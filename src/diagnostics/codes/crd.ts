import type { CodeDefinition } from '../code-definition.ts'

/** A definition that is right, to be made wrong in one place. */
const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: frigates.ship.example.org
spec:
  group: ship.example.org
  names: {kind: Frigate, plural: frigates}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema: {type: object}
`

/** The command that reads a file of definitions with this text. */
function imported(text: string): CodeDefinition['example'] {
  return {
    files: { 'crds.yaml': text },
    arguments: ['generate', 'types', '--from', 'crds.yaml', '--output', 'types'],
  }
}

/** Mistakes in the CRDs that types are made from. */
export const crdCodes = {
  'crd/invalid-value': {
    severity: 'error',
    message: '`{field}` cannot be `{value}`',
    why: 'the API server refuses the definition, so that its types would describe nothing',
    remedy: 'correct the definition, or take a version of it that a cluster takes',
    example: imported(crd.replace('scope: Namespaced', 'scope: Namespace')),
  },
  'crd/invalid-yaml': {
    severity: 'error',
    message: 'the text is neither YAML nor JSON: {problem}',
    why: 'what cannot be read cannot be turned into types',
    remedy: 'correct the text where the arrow points',
    example: imported(crd.replace('group: ship', '\tgroup: ship')),
  },
  'crd/missing-field': {
    severity: 'error',
    message: '`{field}` is missing',
    why: 'the API server refuses a definition without it',
    remedy: 'add the field',
    example: imported(crd.replace('  scope: Namespaced\n', '')),
  },
  'crd/no-such-version': {
    severity: 'error',
    message: 'the CRD `{name}` has no version `{version}`',
    why: 'PROJECT lists the version, and controllers are written for its types',
    remedy:
      'copy a definition that has the version, or list one that it has and move the code to it',
    example: {
      files: {
        PROJECT:
          'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\nresources:\n- {group: ship, domain: example.org, version: v2, kind: Frigate, external: true, path: external/ship/v2}\n',
        'external/crds/ship.example.org_frigates.yaml': crd,
      },
      arguments: ['generate'],
    },
  },
  'crd/none-found': {
    severity: 'error',
    message: 'there is no CustomResourceDefinition in {source}',
    why: 'types are made from definitions; objects of other kinds are passed over',
    remedy: 'name the file, folder, URL or cluster that has them',
    example: imported('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: fleet}\n'),
  },
  'crd/not-structural': {
    severity: 'error',
    message: '`{field}` makes the schema not structural: {reason}',
    why: 'the API server takes structural schemas alone: each value has a type, and conditions hold conditions alone',
    remedy: 'correct the schema, or take a version of the definition that a cluster takes',
    example: imported(
      crd.replace('{type: object}', '{type: object, properties: {spec: {description: none}}}'),
    ),
  },
  'crd/old-version': {
    severity: 'warning',
    message: 'the CRD `{name}` is of v1beta1, and is read as v1',
    why: 'v1beta1 says some things once that v1 says for each version, and no API server takes it any more',
    remedy: 'ask for a definition of `apiextensions.k8s.io/v1`',
    example: imported(crd.replace('k8s.io/v1', 'k8s.io/v1beta1')),
  },
  'crd/repeated': {
    severity: 'error',
    message: 'the CRD `{name}` is there twice, and the two differ',
    why: 'a cluster has one definition of a name, and the types could follow one of them alone',
    remedy: 'import the two into different folders, or leave one out',
    example: imported(`${crd}---\n${crd.replace('Namespaced', 'Cluster')}`),
  },
  'crd/template': {
    severity: 'error',
    message: 'the text is a template, and no definition yet',
    why: 'what stands in braces decides what the definition says, and is not known here',
    remedy: 'render the template first, and give kops the result',
    example: imported(crd.replace('name: frigates', 'name: {{ .Values.prefix }}frigates')),
  },
  'crd/unknown-field': {
    severity: 'error',
    message: '`{field}` is not a field of a CustomResourceDefinition',
    why: 'the API server would drop it, so that what was meant by it would not hold',
    remedy: 'correct the name or its place, or remove it',
    example: imported(crd.replace('  scope:', '  subresources: {status: {}}\n  scope:')),
  },
  'crd/unknown-version': {
    severity: 'error',
    message: '`{version}` is not a version of CustomResourceDefinition that kops can read',
    why: 'its fields are not known',
    remedy: 'give a definition of `apiextensions.k8s.io/v1`',
    example: imported(crd.replace('k8s.io/v1', 'k8s.io/v2')),
  },
  'crd/unreadable': {
    severity: 'error',
    message: 'cannot read CRDs from {source}: {reason}',
    why: 'the file, server or cluster that was named did not give what was asked for',
    remedy: 'correct the name, or see that it can be reached from here',
    example: {
      files: {},
      arguments: ['generate', 'types', '--from', 'crds.yaml', '--output', 'types'],
    },
  },
  'crd/wrong-type': {
    severity: 'error',
    message: '`{field}` is {found}, and has to be {expected}',
    why: 'the API server cannot decode the definition',
    remedy: 'correct the value; a quoted `"true"` or `"1"` is a string',
    example: imported(crd.replace('served: true', 'served: "true"')),
  },
} as const satisfies Record<string, CodeDefinition>
