import type { CustomResource } from 'kops'

// +groupName=descriptions-shortened.cases.kops.dev

/** A long description of the specification. It has two sentences. */
export interface ExampleSpec {
  /** Short. */
  name: string
  /** Longer than twenty characters. */
  other?: string
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
