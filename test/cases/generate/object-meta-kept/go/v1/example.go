// +groupName=object-meta-kept.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// What to make.
type Template struct {
	Metadata metav1.ObjectMeta `json:"metadata,omitempty"`
	Image    string            `json:"image"`
}

type ExampleSpec struct {
	Template Template `json:"template"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
