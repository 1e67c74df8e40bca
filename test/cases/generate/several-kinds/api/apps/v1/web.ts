import type { CustomResource } from 'kops'

// +groupName=apps.several-kinds.cases.kops.dev

export interface Common {
  name: string
}

export interface Server extends CustomResource {
  spec: Common
}

export interface Proxy extends CustomResource {
  spec: Common
}
