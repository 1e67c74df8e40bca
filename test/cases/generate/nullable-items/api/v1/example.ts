import type { CustomResource } from 'kops'

// +groupName=nullable-items.cases.kops.dev

export interface Part {
  name: string
}

export interface ExampleSpec {
  parts?: (Part | null)[]
  labels?: Record<string, string | null>
  matrix?: (string[] | null)[]
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
