// +groupName=bounds-by-tag.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type ExampleSpec struct {
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=10
	Port int32 `json:"port"`
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:ExclusiveMinimum=true
	// +kubebuilder:validation:Maximum=100
	// +kubebuilder:validation:ExclusiveMaximum=true
	Open *int32 `json:"open,omitempty"`
	// +kubebuilder:validation:MultipleOf=5
	Step *int32 `json:"step,omitempty"`
	// +kubebuilder:validation:MinLength=2
	// +kubebuilder:validation:MaxLength=4
	Name *string `json:"name,omitempty"`
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=2
	List []string `json:"list,omitempty"`
	// +kubebuilder:validation:MinProperties=1
	// +kubebuilder:validation:MaxProperties=2
	Map map[string]string `json:"map,omitempty"`
	// +kubebuilder:validation:Minimum=0.5
	// +kubebuilder:validation:Maximum=1.5
	Ratio *float64 `json:"ratio,omitempty"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
