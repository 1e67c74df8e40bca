// +groupName=imports.cases.kops.dev
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"kops/twins/imports/shared"
)

type ExampleSpec struct {
	Address shared.Address `json:"address"`
	Road    shared.Street  `json:"road,omitempty"`
	Size    *shared.Size   `json:"size,omitempty"`
	Owner   *shared.Person `json:"owner,omitempty"`
	Direct  *shared.Size   `json:"direct,omitempty"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
