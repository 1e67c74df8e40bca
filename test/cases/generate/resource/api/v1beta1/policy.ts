import type { CustomResource, Int32 } from 'kops'

// +groupName=resource.cases.kops.dev

export interface PolicySpec {
  replicas?: Int32
  selector?: string
  owner?: string
}

export interface PolicyStatus {
  replicas?: Int32
  selector?: string
  phase?: string
}

/** Policy shows what a kind can say of itself. */
// +kubebuilder:resource:path=policies,singular=policy,shortName=po;pol,categories=all;rules,scope=Cluster
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
// +kubebuilder:printcolumn:name="Phase",type=string,JSONPath=`.status.phase`,description="Where it is",priority=0
// +kubebuilder:printcolumn:name="Replicas",type=integer,JSONPath=`.spec.replicas`,format=int32,priority=1
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
// +kubebuilder:selectablefield:JSONPath=`.spec.owner`
// +kubebuilder:metadata:annotations="kops.dev/a=b",labels="kops.dev/c=d"
export interface Policy extends CustomResource {
  spec?: PolicySpec
  status?: PolicyStatus
}
