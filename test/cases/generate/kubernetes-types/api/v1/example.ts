import type { CustomResource } from 'kops'
import type {
  LocalObjectReference,
  PodTemplateSpec,
  ResourceRequirements,
  SecretKeySelector,
} from 'kops/kubernetes/core/v1'
import type { LabelSelector } from 'kops/kubernetes/meta/v1'

// +groupName=kubernetes-types.cases.kops.dev

export interface ExampleSpec {
  selector?: LabelSelector
  resources?: ResourceRequirements
  secret?: SecretKeySelector
  /** Where the pull secret is. */
  pullSecret?: LocalObjectReference
  template?: PodTemplateSpec
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
