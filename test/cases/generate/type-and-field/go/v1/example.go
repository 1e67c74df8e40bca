// +groupName=type-and-field.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// A small whole number.
// +kubebuilder:validation:Minimum=0
// +kubebuilder:validation:Maximum=100
type Small int32

// +kubebuilder:validation:MinLength=2
// +kubebuilder:validation:Pattern=`^[a-z]+$`
type Word string

type ExampleSpec struct {
	// +kubebuilder:validation:Minimum=10
	// +kubebuilder:validation:Maximum=200
	Small Small `json:"small"`
	// +kubebuilder:validation:MaxLength=4
	// +kubebuilder:validation:Pattern=`^a`
	Word Word `json:"word,omitempty"`
	// +kubebuilder:default=5
	Other Small `json:"other"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
