// +groupName=descriptions-shortened.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// A long description of the specification. It has two sentences.
type ExampleSpec struct {
	// Short.
	Name string `json:"name"`
	// Longer than twenty characters.
	Other string `json:"other,omitempty"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
