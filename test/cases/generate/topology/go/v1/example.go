// +groupName=topology.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Port struct {
	Name string `json:"name"`
	// +kubebuilder:default=TCP
	Protocol string `json:"protocol"`
	Number   int32  `json:"number"`
}

// +structType=atomic
type Reference struct {
	Kind string `json:"kind"`
	Name string `json:"name"`
}

// +listType=set
type Names []string

type ExampleSpec struct {
	// +listType=map
	// +listMapKey=name
	// +listMapKey=protocol
	Ports []Port `json:"ports,omitempty"`
	// +listType=set
	Tags []string `json:"tags,omitempty"`
	// +listType=atomic
	Steps []string `json:"steps,omitempty"`
	Names Names    `json:"names,omitempty"`
	// +mapType=atomic
	Labels map[string]string `json:"labels,omitempty"`
	// +mapType=granular
	Annotations map[string]string `json:"annotations,omitempty"`
	Reference   *Reference        `json:"reference,omitempty"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
