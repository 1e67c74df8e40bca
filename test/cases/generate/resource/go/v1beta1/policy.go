// +groupName=resource.cases.kops.dev
package v1beta1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type PolicySpec struct {
	Replicas *int32 `json:"replicas,omitempty"`
	Selector string `json:"selector,omitempty"`
	Owner    string `json:"owner,omitempty"`
}

type PolicyStatus struct {
	Replicas *int32 `json:"replicas,omitempty"`
	Selector string `json:"selector,omitempty"`
	Phase    string `json:"phase,omitempty"`
}

// Policy shows what a kind can say of itself.
// +kubebuilder:resource:path=policies,singular=policy,shortName=po;pol,categories=all;rules,scope=Cluster
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
// +kubebuilder:printcolumn:name="Phase",type=string,JSONPath=`.status.phase`,description="Where it is",priority=0
// +kubebuilder:printcolumn:name="Replicas",type=integer,JSONPath=`.spec.replicas`,format=int32,priority=1
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
// +kubebuilder:selectablefield:JSONPath=`.spec.owner`
// +kubebuilder:metadata:annotations="kops.dev/a=b",labels="kops.dev/c=d"
type Policy struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   PolicySpec   `json:"spec,omitempty"`
	Status PolicyStatus `json:"status,omitempty"`
}
