// +groupName=optional-nullable.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Part struct {
	Name string `json:"name"`
}

type ExampleSpec struct {
	Plain    string  `json:"plain"`
	Optional *string `json:"optional,omitempty"`
	// +nullable
	Nullable *string `json:"nullable"`
	// +nullable
	Either       *string `json:"either,omitempty"`
	AlsoOptional *string `json:"alsoOptional,omitempty"`
	// +nullable
	Part *Part `json:"part"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
