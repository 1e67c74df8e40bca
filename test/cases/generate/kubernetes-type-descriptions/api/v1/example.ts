import type { CustomResource } from 'kops'
import type { SecretKeySelector, Toleration } from 'kops/kubernetes/core/v1'

// +groupName=kubernetes-type-descriptions.cases.kops.dev

export interface ExampleSpec {
  secret?: SecretKeySelector
  tolerations?: Toleration[]
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
