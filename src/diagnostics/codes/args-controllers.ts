import type { CodeDefinition } from '../code-definition.ts'

const project = 'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\n'

const scaffoldedProject = { PROJECT: project }

const kustomization = { 'config/default/kustomization.yaml': 'resources: []\n' }

/** Mistakes on the command line about controllers. */
export const controllerArgsCodes = {
  'args/controller-clash': {
    severity: 'error',
    message: 'controller `{name}` is one of `{kind}` already',
    why: 'each controller has a file of its own, and kinds of one group share a folder',
    remedy: 'give the controller another name',
    example: {
      files: {
        PROJECT: `${project}resources:\n- {group: ship, domain: example.org, version: v1, kind: Cruiser, controllers: [{name: frigate}]}\nplugins: {kops: {license: none}}\n`,
        ...kustomization,
      },
      arguments: ['create', 'api', '--group', 'ship', '--version', 'v1', '--kind', 'Frigate'],
    },
  },
  'args/invalid-controller-name': {
    severity: 'error',
    message: 'controller name `{value}` cannot be used',
    why: 'the name is that of the file and of the controller in metrics and logs',
    remedy: 'use lower-case letters, digits and dashes',
    example: {
      files: scaffoldedProject,
      arguments: [
        'create',
        'api',
        '--group',
        'ship',
        '--version',
        'v1',
        '--kind',
        'Frigate',
        '--controller-name',
        'My_Ctl',
      ],
    },
  },
  'args/nothing-to-create': {
    severity: 'error',
    message: '`{command}` is told to create neither a resource nor a controller',
    why: 'an entry of PROJECT that stands for nothing would only confuse later commands',
    remedy: 'leave `--resource=false` or `--controller=false` out',
    example: {
      files: scaffoldedProject,
      arguments: [
        'create',
        'api',
        '--group',
        'ship',
        '--version',
        'v1',
        '--kind',
        'Frigate',
        '--resource=false',
        '--controller=false',
      ],
    },
  },
  'args/nothing-to-name': {
    severity: 'error',
    message: '`--controller-name {name}` names a controller, and `--controller=false` wants none',
    why: 'one of the two is not what was meant, and either could be',
    remedy: 'leave one of the two out',
    example: {
      files: scaffoldedProject,
      arguments: [
        'create',
        'api',
        '--group',
        'ship',
        '--version',
        'v1',
        '--kind',
        'Frigate',
        '--controller-name',
        'backup',
        '--controller=false',
      ],
    },
  },
  'args/out-of-reach': {
    severity: 'error',
    message: 'a manager of one namespace cannot watch the cluster-scoped kind `{kind}`',
    why: 'a namespaced project gives its manager a Role, and a Role gives nothing outside of its namespace',
    remedy:
      'add `--controller=false`, or make the project cluster-wide with `kops edit --namespaced=false`',
    example: {
      files: {
        PROJECT: `${project}namespaced: true\nplugins: {kops: {license: none}}\n`,
        ...kustomization,
      },
      arguments: [
        'create',
        'api',
        '--group',
        'ship',
        '--version',
        'v1',
        '--kind',
        'Frigate',
        '--namespaced=false',
      ],
    },
  },
  'args/unknown-kind': {
    severity: 'error',
    message: 'neither this project nor Kubernetes has a kind `{kind}` that can be watched',
    why: 'a controller watches objects of its kind, and needs the type and the descriptor of it',
    remedy: 'correct group, version and kind, or leave `--resource=false` out to bring the kind',
    example: {
      files: { PROJECT: `${project}plugins: {kops: {license: none}}\n`, ...kustomization },
      arguments: [
        'create',
        'api',
        '--group',
        'ship',
        '--version',
        'v1',
        '--kind',
        'Frigate',
        '--resource=false',
      ],
    },
  },
} as const satisfies Record<string, CodeDefinition>
