// +groupName=preserved-fields.cases.kops.dev
package v1

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// +kubebuilder:pruning:PreserveUnknownFields
type Open struct {
	Known string `json:"known,omitempty"`
}

type Settings struct {
	Level string `json:"level,omitempty"`
}

type ExampleSpec struct {
	// +kubebuilder:pruning:PreserveUnknownFields
	Raw *runtime.RawExtension `json:"raw,omitempty"`
	// +kubebuilder:pruning:PreserveUnknownFields
	// +kubebuilder:validation:Schemaless
	Any  *apiextensionsv1.JSON `json:"any,omitempty"`
	Open *Open                 `json:"open,omitempty"`
	// +kubebuilder:pruning:PreserveUnknownFields
	// +kubebuilder:validation:EmbeddedResource
	Object *runtime.RawExtension `json:"object,omitempty"`
	// +kubebuilder:validation:XPreserveUnknownFields
	Settings *Settings `json:"settings,omitempty"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
