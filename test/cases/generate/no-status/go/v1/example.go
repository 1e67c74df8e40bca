// +groupName=no-status.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type ExampleSpec struct {
	Name string `json:"name"`
}

type ExampleStatus struct {
	Phase string `json:"phase,omitempty"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   ExampleSpec    `json:"spec"`
	Status *ExampleStatus `json:"status,omitempty"`
}
