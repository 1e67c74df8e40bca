import type { CodeDefinition } from '../code-definition.ts'

const imports = `import type { CustomResource } from 'kops'\n`

/** A kind with nothing but its name, below some comment lines. */
function kind(name: string, ...markers: readonly string[]): string {
  const comments = markers.map((marker) => `// +${marker}\n`).join('')
  return `${imports}${comments}export interface ${name} extends CustomResource {}\n`
}

/** A kind with one field. */
function tunnelWith(field: string, ...markers: readonly string[]): string {
  const comments = markers.map((marker) => `// +${marker}\n`).join('')
  return `${imports}${comments}export interface Tunnel extends CustomResource {\n  spec: { ${field} }\n}\n`
}

const group = '// +groupName=apps.my.domain\n'

/** What Kubernetes demands of groups, versions, kinds and the CustomResourceDefinitions made of them. */
export const kubeCodes = {
  'kube/no-group': {
    severity: 'error',
    message: 'the folder `{folder}` of the kind `{kind}` names no API group',
    why: 'the group is part of the name of every resource, and only its author can choose it',
    remedy: 'write `// +groupName=…` in one file of the folder',
    example: { files: { 'api/v1/tunnel.ts': kind('Tunnel') } },
  },
  'kube/invalid-group': {
    severity: 'error',
    message: '`{group}` cannot be an API group',
    why: 'a group is a domain name in lower case with at least one dot, so that the groups of different authors differ',
    remedy: 'choose a domain that you own, such as `apps.my.domain`',
    example: { files: { 'api/v1/tunnel.ts': `// +groupName=apps\n${kind('Tunnel')}` } },
  },
  'kube/no-version': {
    severity: 'error',
    message: 'the folder name `{version}` cannot be an API version',
    why: 'the version of a folder’s kinds is the name of the folder where no marker says otherwise',
    remedy:
      'rename the folder to a version such as `v1`, or write `// +versionName=v1` in one of its files',
    example: { files: { 'api/My_Types/tunnel.ts': `${group}${kind('Tunnel')}` } },
  },
  'kube/invalid-version': {
    severity: 'error',
    message: '`{version}` cannot be an API version',
    why: 'Kubernetes takes a DNS label for a version and orders `v1`, `v1beta2`, `v1alpha1` by their stability',
    remedy: 'name the version `v1`, `v1beta1`, …',
    example: {
      files: { 'api/v1/tunnel.ts': `${group}// +versionName=V1\n${kind('Tunnel')}` },
    },
  },
  'kube/two-values': {
    severity: 'error',
    message: '`{marker}` is `{first}` and `{second}` in one folder',
    why: 'a folder is one package with one group and one version',
    remedy: 'keep one of the two, or move the types to a folder of their own',
    example: {
      files: {
        'api/v1/groupversion.ts': `${group}export {}\n`,
        'api/v1/tunnel.ts': `// +groupName=net.my.domain\n${kind('Tunnel')}`,
      },
    },
  },
  'kube/not-as-in-project': {
    severity: 'error',
    message: 'the {what} is `{value}` here and `{expected}` in PROJECT',
    why: 'the manifests follow the sources and the scaffold follows PROJECT, so that they would disagree',
    remedy: 'correct the marker or PROJECT',
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
        'api/apps/v1/tunnel.ts': `// +groupName=net.my.domain\n${kind('Tunnel')}`,
      },
    },
  },
  'kube/repeated-kind': {
    severity: 'error',
    message: '`{kind}` of {version} is declared twice',
    why: 'a group has one resource of a name in each version',
    remedy: 'rename one of the two, or give one folder another group or version',
    example: {
      files: {
        'api/v1/tunnel.ts': `${group}${kind('Tunnel')}`,
        'more/v1/tunnel.ts': `${group}${kind('Tunnel')}`,
      },
    },
  },
  'kube/repeated-resource': {
    severity: 'error',
    message: 'the kinds `{first}` and `{second}` both want the resource name `{name}`',
    why: 'a CustomResourceDefinition has the name of its resource, and one would replace the other',
    remedy: 'give one of them another plural with `+kubebuilder:resource:path=…`',
    example: {
      files: {
        'api/v1/tunnel.ts': `${group}${kind('Tunnel')}`,
        'api/v1/tunnels.ts': kind('Other', 'kubebuilder:resource:path=tunnels'),
      },
    },
  },
  'kube/versions-differ': {
    severity: 'error',
    message: 'the versions {first} and {second} of `{kind}` differ in {what}',
    why: 'names and scope belong to the CustomResourceDefinition as a whole, not to a version',
    remedy: 'write the same `+kubebuilder:resource` on every version, or on one of them alone',
    example: {
      files: {
        'api/v1/tunnel.ts': `${group}${kind('Tunnel', 'kubebuilder:storageversion', 'kubebuilder:resource:shortName=t')}`,
        'api/v2/tunnel.ts': `${group}${kind('Tunnel', 'kubebuilder:resource:shortName=tn')}`,
      },
    },
  },
  'kube/versions-contradict': {
    severity: 'warning',
    message:
      'the versions {first} and {second} of `{kind}` differ, and nothing converts between them',
    why: 'without a conversion the API server changes `apiVersion` alone: fields that a version does not declare are lost, its defaults are missing in objects of the other, and it refuses what only the other one admits',
    remedy:
      'add a conversion with `kops create webhook --conversion`, or declare the same fields in both versions',
    example: {
      files: {
        'api/v1/tunnel.ts': `${group}${tunnelWith('hostName: string')}`,
        'api/v2/tunnel.ts': `${group}${tunnelWith('host: string', 'kubebuilder:storageversion')}`,
      },
    },
  },
  'kube/conversions-differ': {
    severity: 'error',
    message: 'the versions {first} and {second} of `{kind}` are converted in two ways',
    why: 'conversion belongs to the CustomResourceDefinition as a whole, not to a version',
    remedy: 'leave `+kops:conversion` on one version alone',
    example: {
      files: {
        'api/v1/tunnel.ts': `${group}${kind('Tunnel', 'kubebuilder:storageversion', 'kops:conversion:path=/a')}`,
        'api/v2/tunnel.ts': `${group}${kind('Tunnel', 'kops:conversion:path=/b')}`,
      },
    },
  },
  'kube/metadata-differs': {
    severity: 'error',
    message: 'the versions of `{kind}` give `{key}` two values',
    why: 'annotations and labels belong to the CustomResourceDefinition as a whole, not to a version',
    remedy: 'keep one of the two',
    example: {
      files: {
        'api/v1/tunnel.ts': `${group}${kind('Tunnel', 'kubebuilder:storageversion', 'kubebuilder:metadata:labels={a=b}')}`,
        'api/v2/tunnel.ts': `${group}${kind('Tunnel', 'kubebuilder:metadata:labels={a=c}')}`,
      },
    },
  },
  'kube/no-storage-version': {
    severity: 'error',
    message: '`{kind}` has several versions and none is the storage version',
    why: 'the API server keeps objects in one version, and refuses a definition that does not say which',
    remedy:
      'write `// +kubebuilder:storageversion` above the kind in the version that objects are kept in',
    example: {
      files: {
        'api/v1/tunnel.ts': `${group}${kind('Tunnel')}`,
        'api/v2/tunnel.ts': `${group}${kind('Tunnel')}`,
      },
    },
  },
  'kube/two-storage-versions': {
    severity: 'error',
    message: '`{kind}` has the storage versions {first} and {second}',
    why: 'the API server keeps objects in exactly one version',
    remedy: 'keep `+kubebuilder:storageversion` in one of the two',
    example: {
      files: {
        'api/v1/tunnel.ts': `${group}${kind('Tunnel', 'kubebuilder:storageversion')}`,
        'api/v2/tunnel.ts': `${group}${kind('Tunnel', 'kubebuilder:storageversion')}`,
      },
    },
  },
  'kube/no-served-version': {
    severity: 'warning',
    message: 'no version of `{kind}` is served',
    why: 'nobody could read or write objects of the kind',
    remedy: 'remove `+kubebuilder:unservedversion` from one version',
    example: {
      files: { 'api/v1/tunnel.ts': `${group}${kind('Tunnel', 'kubebuilder:unservedversion')}` },
    },
  },
  'kube/unconverted-version': {
    severity: 'warning',
    message: 'nothing converts the version {version} of `{kind}`',
    why: 'the operator refuses what it does not convert, so that no request in that version is answered',
    remedy: 'make the version a spoke of the hub',
    example: {
      files: {
        PROJECT: `version: "3"
layout: [kops/v1]
domain: my.domain
projectName: fleet
plugins: {kops: {license: none}}
resources:
- {group: apps, domain: my.domain, version: v1, kind: Tunnel, path: api/v1, api: {crdVersion: v1}, webhooks: {conversion: true, spoke: [v2]}}
- {group: apps, domain: my.domain, version: v2, kind: Tunnel, path: api/v2, api: {crdVersion: v1}}
- {group: apps, domain: my.domain, version: v3, kind: Tunnel, path: api/v3, api: {crdVersion: v1}}
`,
        'api/v1/tunnel.ts': `${group}${kind('Tunnel', 'kubebuilder:storageversion')}`,
        'api/v2/tunnel.ts': `${group}${kind('Tunnel')}`,
        'api/v3/tunnel.ts': `${group}${kind('Tunnel')}`,
      },
    },
  },
  'kube/protected-group': {
    severity: 'warning',
    message: 'the group `{group}` belongs to the Kubernetes community',
    why: 'the API server takes such a CustomResourceDefinition only with the annotation `api-approved.kubernetes.io`',
    remedy: 'use a domain of your own, or add the annotation with the URL of the approval',
    example: {
      files: { 'api/v1/tunnel.ts': `// +groupName=apps.k8s.io\n${kind('Tunnel')}` },
    },
  },
  'kube/too-large-to-apply': {
    severity: 'warning',
    message: 'the CRD `{name}` has {size} bytes, more than `kubectl apply` takes',
    why: 'client-side apply keeps the whole object in an annotation, and annotations end at 262,144 bytes',
    remedy:
      'apply it with `kubectl apply --server-side`, or shorten descriptions with `--max-description-length`',
    example: { files: { 'api/v1/tunnel.ts': `${group}${largeKind(270)}` } },
  },
  'kube/too-large-to-store': {
    severity: 'warning',
    message: 'the CRD `{name}` has {size} bytes, more than etcd takes',
    why: 'etcd refuses requests above 1,572,864 bytes, so that the API server cannot keep the definition',
    remedy: 'drop descriptions with `--max-description-length 0`, or split the kind',
    example: { files: { 'api/v1/tunnel.ts': `${group}${largeKind(1600)}` } },
  },
} as const satisfies Record<string, CodeDefinition>

/** A kind whose descriptions alone take so many thousand bytes. */
function largeKind(thousands: number): string {
  const line = ` * ${'word '.repeat(200)}\n`
  const spec = `/**\n${line.repeat(thousands)} */\nexport interface TunnelSpec {}\n`
  return `${imports}${spec}export interface Tunnel extends CustomResource { spec: TunnelSpec }\n`
}
