// +groupName=utility-types.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Picked struct {
	// The name.
	// +kubebuilder:validation:MinLength=1
	Name string `json:"name"`
	// +kubebuilder:validation:Minimum=0
	Size *int32 `json:"size,omitempty"`
}

type Omitted struct {
	// The name.
	// +kubebuilder:validation:MinLength=1
	Name string `json:"name"`
	// +kubebuilder:validation:Enum=red;green
	Colour string `json:"colour"`
}

type Partial struct {
	// The name.
	// +kubebuilder:validation:MinLength=1
	Name string `json:"name,omitempty"`
	// +kubebuilder:validation:Minimum=0
	Size *int32 `json:"size,omitempty"`
	// +kubebuilder:validation:Enum=red;green
	Colour string `json:"colour,omitempty"`
}

type Required struct {
	// The name.
	// +kubebuilder:validation:MinLength=1
	Name string `json:"name"`
	// +kubebuilder:validation:Minimum=0
	Size int32 `json:"size"`
	// +kubebuilder:validation:Enum=red;green
	Colour string `json:"colour"`
}

type Readonly struct {
	// The name.
	// +kubebuilder:validation:MinLength=1
	Name string `json:"name"`
	// +kubebuilder:validation:Minimum=0
	Size *int32 `json:"size,omitempty"`
	// +kubebuilder:validation:Enum=red;green
	Colour string `json:"colour"`
}

type Mapped struct {
	// +kubebuilder:validation:Minimum=0
	A *int32 `json:"a,omitempty"`
	// +kubebuilder:validation:Minimum=0
	B *int32 `json:"b,omitempty"`
}

type ExampleSpec struct {
	Picked   Picked    `json:"picked"`
	Omitted  Omitted   `json:"omitted"`
	Partial  *Partial  `json:"partial,omitempty"`
	Required *Required `json:"required,omitempty"`
	Readonly *Readonly `json:"readonly,omitempty"`
	// The name.
	// +kubebuilder:validation:MinLength=1
	Indexed string  `json:"indexed,omitempty"`
	Mapped  *Mapped `json:"mapped,omitempty"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
