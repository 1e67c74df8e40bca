// +groupName=one-of.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:validation:ExactlyOneOf=inline;reference
// +kubebuilder:validation:AtMostOneOf=left;right
// +kubebuilder:validation:AtLeastOneOf=left;other
type Source struct {
	Inline    string `json:"inline,omitempty"`
	Reference string `json:"reference,omitempty"`
	Left      string `json:"left,omitempty"`
	Right     string `json:"right,omitempty"`
	Other     string `json:"other,omitempty"`
}

type ExampleSpec struct {
	Source Source `json:"source"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
