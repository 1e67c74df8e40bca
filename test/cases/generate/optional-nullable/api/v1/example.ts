import type { CustomResource } from 'kops'

// +groupName=optional-nullable.cases.kops.dev

export interface Part {
  name: string
}

export interface ExampleSpec {
  plain: string
  optional?: string
  nullable: string | null
  either?: string | null
  alsoOptional: string | undefined
  part: Part | null
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
