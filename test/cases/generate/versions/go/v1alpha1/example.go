// +groupName=versions.cases.kops.dev
package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type ExampleSpec struct {
	Name string `json:"name,omitempty"`
}

// +kubebuilder:unservedversion
// +kubebuilder:resource:shortName=ex
type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
