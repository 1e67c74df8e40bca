// +groupName=generics.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// A name of at most eight characters.
// +kubebuilder:validation:MaxLength=8
type Name string

// A value with its unit.
type Time struct {
	Value int32 `json:"value"`
	// +kubebuilder:validation:Enum=seconds
	Unit string `json:"unit,omitempty"`
}

// A value with its unit.
type Weight struct {
	Value int32 `json:"value"`
	// +kubebuilder:validation:Enum=kg;g
	Unit string `json:"unit,omitempty"`
}

// A value with its unit.
type Inner struct {
	Value bool `json:"value"`
	// +kubebuilder:validation:Enum=a
	Unit string `json:"unit,omitempty"`
}

// A value with its unit.
type Nested struct {
	Value Inner `json:"value"`
	// +kubebuilder:validation:Enum=b
	Unit string `json:"unit,omitempty"`
}

type Names struct {
	Items []Name  `json:"items"`
	Next  *string `json:"next,omitempty"`
}

type ExampleSpec struct {
	Time   Time    `json:"time"`
	Weight Weight  `json:"weight"`
	Names  *Names  `json:"names,omitempty"`
	Nested *Nested `json:"nested,omitempty"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
