// +groupName=aliases.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// A whole percentage.
// +kubebuilder:validation:Minimum=0
// +kubebuilder:validation:Maximum=100
type Percent int32

// A share of something.
// +kubebuilder:validation:Minimum=0
// +kubebuilder:validation:Maximum=100
type Share int32

type Settings struct {
	Share Share `json:"share"`
	// Its own words win.
	Other *Percent `json:"other,omitempty"`
}

type ExampleSpec struct {
	Percent  Percent            `json:"percent"`
	Settings Settings           `json:"settings"`
	List     []Percent          `json:"list,omitempty"`
	Map      map[string]Percent `json:"map,omitempty"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
