// +groupName=numbers.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type ExampleSpec struct {
	Int32   int32    `json:"int32"`
	Int64   int64    `json:"int64"`
	Integer int      `json:"integer"`
	Float   *float32 `json:"float,omitempty"`
	Double  *float64 `json:"double,omitempty"`
	Flag    *bool    `json:"flag,omitempty"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
