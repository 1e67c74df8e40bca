import type { CustomResource } from 'kops'

// +groupName=immutable.cases.kops.dev

export interface ExampleSpec {
  // +k8s:immutable
  name?: string
  // +k8s:immutable
  kind: string
  // +k8s:optional
  // +k8s:maximum=10
  size?: import('kops').Int32
  // +k8s:required
  label: string
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
