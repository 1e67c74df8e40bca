import type { CodeDefinition } from '../code-definition.ts'

const project = 'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\n'

function entry(version: string, more = ''): string {
  return `- {group: ship, domain: example.org, version: ${version}, kind: Frigate, path: api/ship/${version}, api: {crdVersion: v1, namespaced: true}${more}}\n`
}

function types(version: string, storage = ''): Record<string, string> {
  return {
    [`api/ship/${version}/frigate.ts`]: `// +groupName=ship.example.org
import type { CustomResource } from 'kops'
${storage}
export interface Frigate extends CustomResource {
  spec: { name: string }
}
`,
  }
}

const twoVersions = {
  ...types('v1', '// +kubebuilder:storageversion'),
  ...types('v2'),
}

/** Webhooks of PROJECT and their files that do not agree. */
export const projectWebhookCodes = {
  'project/missing-conversion': {
    severity: 'error',
    message: 'PROJECT converts `{kind}`, but `{path}` exports no `{name}`',
    why: 'the registration converts every spoke that PROJECT lists, to the hub and back',
    remedy:
      'write both functions, or run `kops create webhook --conversion` again to have them drafted',
    example: {
      files: {
        PROJECT: `${project}resources:\n${entry('v1', ', webhooks: {conversion: true, spoke: [v2], webhookVersion: v1}')}${entry('v2')}`,
        ...twoVersions,
      },
      arguments: ['generate'],
    },
  },
  'project/missing-webhook': {
    severity: 'error',
    message: 'PROJECT lists the webhook `{webhook}`, but `{path}` exports no `setup`',
    why: 'the registration calls the `setup` of every webhook that PROJECT lists',
    remedy: 'write the file with its `setup`, or remove the webhook from PROJECT',
    example: {
      files: {
        PROJECT: `${project}resources:\n- {core: true, group: core, version: v1, kind: Pod, webhooks: {defaulting: true, webhookVersion: v1}}\n`,
        'src/main.ts': 'export {}\n',
      },
      arguments: ['generate'],
    },
  },
  'project/unlisted-conversion': {
    severity: 'error',
    message: '`{path}` converts a version that PROJECT lists as no spoke',
    why: 'only the conversions of PROJECT are served: the API server would get no answer for this one',
    remedy: 'list it with `kops create webhook --conversion --spoke`, or delete the file',
    example: {
      files: {
        PROJECT: `${project}resources:\n${entry('v1')}${entry('v2')}`,
        ...twoVersions,
        'api/ship/v2/frigate.conversion.ts': 'export function convertTo(): void {}\n',
      },
      arguments: ['generate'],
    },
  },
  'project/unlisted-webhook': {
    severity: 'error',
    message: '`{path}` exports a `setup`, but PROJECT lists no such webhook',
    why: 'only the webhooks of PROJECT are registered: the API server would get no answer from this one',
    remedy: 'list it with `kops create webhook`, or rename `setup`',
    example: {
      files: {
        PROJECT: project,
        'src/webhooks/core/v1/pod.defaulter.ts': 'export function setup(): void {}\n',
      },
      arguments: ['generate'],
    },
  },
  'project/wrong-spoke': {
    severity: 'error',
    message: 'PROJECT cannot convert `{kind}` between `{hub}` and `{spoke}`',
    why: 'a kind has one hub, and each spoke is another version of it that PROJECT lists',
    remedy:
      'correct `webhooks.spoke` of the hub, and leave `conversion` out of every other version',
    example: {
      files: {
        PROJECT: `${project}resources:\n${entry('v1', ', webhooks: {conversion: true, spoke: [v3], webhookVersion: v1}')}${entry('v2')}`,
      },
    },
  },
} as const satisfies Record<string, CodeDefinition>
