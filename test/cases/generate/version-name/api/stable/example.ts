import type { CustomResource } from 'kops'

// +groupName=version-name.cases.kops.dev
// +versionName=v2

export interface Example extends CustomResource {
  spec: { name: string }
}
