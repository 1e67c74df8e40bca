import type { CodeDefinition } from '../code-definition.ts'

const project = `version: "3"
layout: [kops/v1]
domain: example.org
projectName: fleet
plugins: {kops: {license: none}}
resources:
- {group: ship, domain: example.org, version: v1, kind: Frigate, path: api/ship/v1, api: {crdVersion: v1, namespaced: true}}
`

/** A cluster that is not there. */
const kubeconfig = `apiVersion: v1
kind: Config
current-context: nowhere
clusters: [{name: nowhere, cluster: {server: "https://127.0.0.1:1"}}]
users: [{name: nobody, user: {}}]
contexts: [{name: nowhere, context: {cluster: nowhere, user: nobody}}]
`

const crd = 'frigates.ship.example.org'
const inCluster = ['migrate', 'storage', '--crd', crd]

/** What can stand in the way of `kops migrate storage`. */
export const migrateCodes = {
  'args/crd-and-kind': {
    severity: 'error',
    message: '`--crd` and `--{option}` name what is to be migrated in two ways',
    why: 'a CRD is named in full by `--crd`, or found in PROJECT by group and kind',
    remedy: 'keep one of the two',
    example: { files: {}, arguments: [...inCluster, '--kind', 'Frigate'] },
  },
  'args/no-such-kind': {
    severity: 'error',
    message: 'this project brings no `{name}`',
    why: 'the CRDs of a project are those of the kinds that PROJECT lists with an `api`',
    remedy: 'name a kind of the project, or any CRD by `--crd`',
    example: { files: { PROJECT: project }, arguments: ['migrate', 'storage', '--kind', 'Frigat'] },
  },
  'migrate/no-cluster': {
    severity: 'error',
    message: 'the cluster cannot be asked: {reason}',
    why: 'the objects to be rewritten are in a cluster, which is found as kubectl finds it',
    remedy: 'correct the kubeconfig, or name another one or another context',
    example: {
      files: { kubeconfig },
      arguments: [...inCluster, '--kubeconfig', 'kubeconfig'],
    },
  },
  'migrate/no-definition': {
    severity: 'error',
    message: 'the cluster has no CustomResourceDefinition `{name}`',
    why: 'the versions that objects are stored in stand in the definition in the cluster',
    remedy: 'install the definition, or name one that is there',
    example: { files: {}, arguments: inCluster, cluster: 'without that CRD' },
  },
  'migrate/not-served': {
    severity: 'error',
    message: 'no version of `{name}` is served',
    why: 'objects are rewritten by requests, which the API server answers in served versions alone',
    remedy: 'serve one version until the objects are rewritten',
    example: { files: {}, arguments: inCluster, cluster: 'where no version of it is served' },
  },
  'migrate/objects-left': {
    severity: 'error',
    message: '{count} of the objects of `{name}` could not be rewritten',
    why: 'the API server, or a webhook that it asks, refuses them as they are; their old version must stay known',
    remedy: 'correct the objects, or what refuses them, and run the command again',
    example: { files: {}, arguments: inCluster, cluster: 'with objects that a webhook refuses' },
  },
  'migrate/stopped': {
    severity: 'error',
    message: 'the rewriting of `{name}` stopped: {reason}',
    why: 'the API server, or a webhook that converts or judges the objects, did not answer for a while',
    remedy: 'see that it works, and run the command again: it goes on where it stopped',
    example: { files: {}, arguments: inCluster, cluster: 'whose conversion webhook is away' },
  },
  'migrate/changed': {
    severity: 'error',
    message: '`{name}` was changed while its objects were rewritten',
    why: 'objects that are rewritten now would be stored in another version than those before',
    remedy: 'run the command again',
    example: {
      files: {},
      arguments: inCluster,
      cluster: 'where somebody applies the CRD meanwhile',
    },
  },
  'migrate/not-by-server': {
    severity: 'error',
    message: 'the cluster does not rewrite the objects of `{name}`',
    why: 'StorageVersionMigration is not served or not allowed, nobody takes it up, or it failed',
    remedy: 'let kops rewrite them, without `--rewriter`',
    example: {
      files: {},
      arguments: [...inCluster, '--rewriter', 'server'],
      cluster: 'without a controller for StorageVersionMigration',
    },
  },
} as const satisfies Record<string, CodeDefinition>
