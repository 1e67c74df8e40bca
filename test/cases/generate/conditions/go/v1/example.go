// +groupName=conditions.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type ExampleSpec struct {
	Name string `json:"name"`
}

// What was observed.
type ExampleStatus struct {
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty"`
	// The last one.
	Last *metav1.Condition `json:"last,omitempty"`
}

// +kubebuilder:subresource:status
type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   ExampleSpec    `json:"spec"`
	Status *ExampleStatus `json:"status,omitempty"`
}
