// +groupName=records.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Limit struct {
	Max int32 `json:"max"`
}

type Fixed struct {
	A int32 `json:"a"`
	B int32 `json:"b"`
}

type Partial struct {
	X *string `json:"x,omitempty"`
	Y *string `json:"y,omitempty"`
}

type ExampleSpec struct {
	Labels      map[string]string            `json:"labels"`
	Signature   map[string]int32             `json:"signature,omitempty"`
	Limits      map[string]Limit             `json:"limits,omitempty"`
	Nested      map[string]map[string]string `json:"nested,omitempty"`
	Lists       map[string][]string          `json:"lists,omitempty"`
	Fixed       *Fixed                       `json:"fixed,omitempty"`
	Partial     *Partial                     `json:"partial,omitempty"`
	ReadonlyMap map[string]bool              `json:"readonlyMap,omitempty"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
