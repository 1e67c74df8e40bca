// +groupName=versions.cases.kops.dev
package v1beta1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type ExampleSpec struct {
	Name string `json:"name"`
}

// +kubebuilder:deprecatedversion:warning="use v1"
// +kubebuilder:resource:shortName=ex
type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
