import type { CustomResource } from 'kops'

// +groupName=no-status.cases.kops.dev

export interface ExampleSpec {
  name: string
}

export interface Example extends CustomResource {
  spec: ExampleSpec
  status?: { phase?: string }
}
