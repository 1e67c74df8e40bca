// +groupName=enums.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// How to talk.
// +kubebuilder:validation:Enum=TCP;UDP;""
type Protocol string

// +kubebuilder:validation:Enum="10 km";"2 km"
type Distance string

// +kubebuilder:validation:Enum=1;2;3
type Bits int

// +kubebuilder:validation:Enum=0;5;6
type Level int

type ExampleSpec struct {
	Protocol Protocol `json:"protocol"`
	Distance Distance `json:"distance,omitempty"`
	Bits     Bits     `json:"bits,omitempty"`
	Level    Level    `json:"level,omitempty"`
	// +kubebuilder:validation:Enum="2 km"
	Near string `json:"near,omitempty"`
	// +kubebuilder:validation:Enum=b;a
	Inline string `json:"inline,omitempty"`
	// +kubebuilder:validation:Enum="1";"01";"1e3";"yes"
	Digits string `json:"digits,omitempty"`
	// +kubebuilder:validation:Enum=1;2;3
	Size int `json:"size,omitempty"`
	// +kubebuilder:validation:Enum=true
	Enabled bool `json:"enabled,omitempty"`
	// +kubebuilder:validation:Enum=only
	Single string `json:"single,omitempty"`
	// +kubebuilder:validation:Enum=x;y
	Marked string `json:"marked,omitempty"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
