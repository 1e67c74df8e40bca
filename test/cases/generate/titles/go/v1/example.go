// +groupName=titles.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:title="A part"
// +kubebuilder:externalDocs:url="https://example.org/part",description="More on parts"
type Part struct {
	Name string `json:"name"`
}

type ExampleSpec struct {
	// +kubebuilder:title="The part"
	Part Part `json:"part"`
	// +kubebuilder:example="shop"
	// +kubebuilder:title="The name"
	Name string `json:"name,omitempty"`
	// +kubebuilder:example={a,b}
	List []string `json:"list,omitempty"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
