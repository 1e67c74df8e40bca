import type { CodeDefinition } from '../code-definition.ts'

const project =
  'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\nplugins: {kops: {license: none}}\n'

const kustomization = { 'config/default/kustomization.yaml': 'resources: []\n' }

function entry(version: string, more = ''): string {
  return `- {group: ship, domain: example.org, version: ${version}, kind: Frigate, path: api/ship/${version}, api: {crdVersion: v1, namespaced: true}${more}}\n`
}

/** A project with one version of a kind, and with two. */
const one = { PROJECT: `${project}resources:\n${entry('v1')}`, ...kustomization }
const two = { PROJECT: `${project}resources:\n${entry('v1')}${entry('v2')}`, ...kustomization }

const names = ['--group', 'ship', '--version', 'v1', '--kind', 'Frigate']
const createWebhook = ['create', 'webhook', ...names]

/** Mistakes on the command line about webhooks and conversions. */
export const webhookArgsCodes = {
  'args/conversion-of-others': {
    severity: 'error',
    message: 'this project does not bring `{kind}`, so it cannot convert it',
    why: 'the CRD of a kind names the webhook that converts it, and that CRD is another project’s or Kubernetes’ own',
    remedy: 'leave `--conversion` out; defaulting and validation work for every kind',
    example: {
      files: { PROJECT: project, ...kustomization },
      arguments: [
        'create',
        'webhook',
        '--group',
        'apps',
        '--version',
        'v1',
        '--kind',
        'Deployment',
        '--conversion',
      ],
    },
  },
  'args/invalid-from': {
    severity: 'error',
    message: '`--from {version}` cannot be what a new version of `{kind}` starts as',
    why: 'the type of that version is copied, with its names and markers',
    remedy: 'name a version of the kind that this project has',
    example: {
      files: one,
      arguments: [
        'create',
        'api',
        '--group',
        'ship',
        '--version',
        'v3',
        '--kind',
        'Ketch',
        '--from',
        'v2',
      ],
    },
  },
  'args/invalid-path': {
    severity: 'error',
    message: '`--{flag} {path}` is not a path that the API server calls',
    why: 'it takes paths that begin with `/`, of names in lower case letters, digits, `-` and `.`, without query',
    remedy: 'write it so, or leave the flag out: then the path is made of group, version and kind',
    example: {
      files: one,
      arguments: [...createWebhook, '--defaulting', '--defaulting-path', 'xyz'],
    },
  },
  'args/missing-spoke': {
    severity: 'error',
    message: '`{kind}` has a version `{version}` that is no spoke',
    why: 'where a webhook converts a kind, the API server asks it about every version, and this one would fail',
    remedy: 'name it as a spoke too, or leave `--spoke` out, which means all other versions',
    example: {
      files: { PROJECT: `${two.PROJECT}${entry('v3')}`, ...kustomization },
      arguments: [...createWebhook, '--conversion', '--spoke', 'v2'],
    },
  },
  'args/never-called': {
    severity: 'error',
    message: 'the API server calls no webhook for `{kind}`',
    why: 'a webhook on what names webhooks and policies could keep everybody from repairing it',
    remedy: 'choose another kind',
    example: {
      files: { PROJECT: project, ...kustomization },
      arguments: [
        'create',
        'webhook',
        '--group',
        'admissionregistration',
        '--version',
        'v1',
        '--kind',
        'ValidatingWebhookConfiguration',
        '--defaulting',
      ],
    },
  },
  'args/no-webhook-type': {
    severity: 'error',
    message: '`{command}` is told to create no webhook',
    why: 'a webhook fills in defaults, validates, or converts between versions: one of these has to be meant',
    remedy: 'add `--defaulting`, `--programmatic-validation` or `--conversion`',
    example: { files: one, arguments: createWebhook },
  },
  'args/one-version': {
    severity: 'error',
    message: '`{kind}` has one version, so there is nothing to convert',
    why: 'a conversion leads from one version to another, and the API server calls none without a second one',
    remedy: 'add a version with `kops create api --from`',
    example: { files: one, arguments: [...createWebhook, '--conversion'] },
  },
  'args/other-hub': {
    severity: 'error',
    message: '`{kind}` is converted through `{hub}`, not `{version}`',
    why: 'a kind has one hub, through which every version becomes every other',
    remedy: 'give the version of the hub',
    example: {
      files: {
        PROJECT: `${project}resources:\n${entry('v1')}${entry('v2', ', webhooks: {conversion: true, spoke: [v1], webhookVersion: v1}')}`,
        ...kustomization,
      },
      arguments: [...createWebhook, '--conversion'],
    },
  },
  'args/path-clash': {
    severity: 'error',
    message: '`{path}` is the path of {other} already',
    why: 'the server calls one webhook for each path',
    remedy: 'give another path, or leave the flag out',
    example: {
      files: one,
      arguments: [...createWebhook, '--defaulting', '--defaulting-path', '/convert'],
    },
  },
  'args/path-without-webhook': {
    severity: 'error',
    message: '`--{flag}` is the path of a webhook that is not asked for',
    why: 'the path would go nowhere, and the webhook that was meant would be missing',
    remedy: 'add the flag of the webhook, or leave the path out',
    example: {
      files: one,
      arguments: [...createWebhook, '--programmatic-validation', '--defaulting-path', '/frigate'],
    },
  },
  'args/spoke-is-hub': {
    severity: 'error',
    message: '`--spoke {version}` is the hub itself',
    why: 'the hub is the version that the spokes are converted to and from',
    remedy: 'name the other versions as spokes, or leave `--spoke` out, which means all of them',
    example: { files: two, arguments: [...createWebhook, '--conversion', '--spoke', 'v1,v2'] },
  },
  'args/spoke-without-conversion': {
    severity: 'error',
    message: '`--spoke {version}` names a version to convert, and no conversion is asked for',
    why: 'the flag would be lost, and the versions would go unconverted',
    remedy: 'add `--conversion`, or leave `--spoke` out',
    example: { files: two, arguments: [...createWebhook, '--defaulting', '--spoke', 'v2'] },
  },
  'args/unknown-resource': {
    severity: 'error',
    message: 'neither this project nor Kubernetes has `{kind}`',
    why: 'a webhook is called for objects of a kind, by its plural and with its types',
    remedy:
      'run `kops create api` first, correct the name, or add `--external` where another project brings the kind',
    example: {
      files: { PROJECT: project, ...kustomization },
      arguments: [...createWebhook, '--defaulting'],
    },
  },
  'args/unknown-spoke': {
    severity: 'error',
    message: '`{kind}` has no version `{version}` that could be a spoke',
    why: 'a conversion is drafted from the types of both versions',
    remedy: 'add the version with `kops create api --from`, or correct it',
    example: { files: two, arguments: [...createWebhook, '--conversion', '--spoke', 'v2,v3'] },
  },
} as const satisfies Record<string, CodeDefinition>
