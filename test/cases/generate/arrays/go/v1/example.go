// +groupName=arrays.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Port struct {
	Name   string `json:"name"`
	Number int32  `json:"number"`
}

type Names []string

type Literal struct {
	Key string `json:"key"`
}

type ExampleSpec struct {
	Names           []string  `json:"names"`
	ReadonlyNames   []string  `json:"readonlyNames,omitempty"`
	Generic         []int32   `json:"generic,omitempty"`
	ReadonlyGeneric []bool    `json:"readonlyGeneric,omitempty"`
	Ports           []Port    `json:"ports,omitempty"`
	Matrix          [][]int32 `json:"matrix,omitempty"`
	Named           Names     `json:"named,omitempty"`
	Literals        []Literal `json:"literals,omitempty"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
