import type { CustomResource } from 'kops'

// +groupName=free-form.cases.kops.dev

export interface ExampleSpec {
  object?: object
  record?: Record<string, unknown>
  any?: unknown
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
