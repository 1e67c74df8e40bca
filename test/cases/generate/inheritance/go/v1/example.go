// +groupName=inheritance.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// What every part has.
type Base struct {
	// The name of the part.
	Name string `json:"name"`
	Size *int32 `json:"size,omitempty"`
}

type Tagged struct {
	Tags []string `json:"tags,omitempty"`
}

// A part in full.
type Part struct {
	Tagged `json:",inline"`
	// The name of the part.
	Name   string `json:"name"`
	Colour string `json:"colour"`
	// The size is needed here.
	Size int32 `json:"size"`
}

type Both struct {
	Base   `json:",inline"`
	Tagged `json:",inline"`
}

type ExampleSpec struct {
	Tagged `json:",inline"`
	Part   Part  `json:"part"`
	Both   *Both `json:"both,omitempty"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
