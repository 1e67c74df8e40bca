// +groupName=item-markers.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type ExampleSpec struct {
	// +kubebuilder:validation:MaxItems=3
	// +kubebuilder:validation:items:MaxLength=3
	// +kubebuilder:validation:items:Pattern=`^[a-z]+$`
	Names []string `json:"names"`
	// +kubebuilder:validation:items:Minimum=0
	// +kubebuilder:validation:items:Enum=0;2;4
	Even []int32 `json:"even,omitempty"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
