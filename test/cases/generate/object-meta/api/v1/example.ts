import type { CustomResource, ObjectMeta } from 'kops'

// +groupName=object-meta.cases.kops.dev

/** What to make. */
export interface Template {
  metadata?: ObjectMeta
  image: string
}

export interface ExampleSpec {
  template: Template
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
