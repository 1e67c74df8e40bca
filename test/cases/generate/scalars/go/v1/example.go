// +groupName=scalars.cases.kops.dev
package v1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

type ExampleSpec struct {
	Time      metav1.Time         `json:"time"`
	MicroTime *metav1.MicroTime   `json:"microTime,omitempty"`
	Duration  *metav1.Duration    `json:"duration,omitempty"`
	Memory    *resource.Quantity  `json:"memory,omitempty"`
	Port      *intstr.IntOrString `json:"port,omitempty"`
	Data      []byte              `json:"data,omitempty"`
	// +kubebuilder:pruning:PreserveUnknownFields
	Raw      *runtime.RawExtension        `json:"raw,omitempty"`
	Selector *metav1.LabelSelector        `json:"selector,omitempty"`
	Limits   map[string]resource.Quantity `json:"limits,omitempty"`
	Ports    []intstr.IntOrString         `json:"ports,omitempty"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
