// +groupName=patterns.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type ExampleSpec struct {
	// +kubebuilder:validation:Pattern=`^[^\s"'\\]+$`
	Raw string `json:"raw,omitempty"`
	// +kubebuilder:validation:Pattern="^\\d{1,3}$"
	Quoted string `json:"quoted,omitempty"`
	// +kubebuilder:validation:Pattern=^a*/b$
	Bare string `json:"bare,omitempty"`
	// +kubebuilder:validation:Pattern=`^a @b{2} "c"$`
	Tag string `json:"tag,omitempty"`
	// +kubebuilder:validation:Format=ipv4
	Address string `json:"address,omitempty"`
	// +kubebuilder:validation:Format=uuid
	ID string `json:"id,omitempty"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
