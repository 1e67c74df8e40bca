// +groupName=immutable.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type ExampleSpec struct {
	// +k8s:immutable
	Name string `json:"name,omitempty"`
	// +k8s:immutable
	Kind string `json:"kind"`
	// +k8s:optional
	// +k8s:maximum=10
	Size *int32 `json:"size,omitempty"`
	// +k8s:required
	Label string `json:"label"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
