// +groupName=descriptions.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// One line about the part.
type Part struct {
	// Two lines,
	// one sentence.
	//
	// A second paragraph:
	//   - a list
	//   - of two
	Text string `json:"text"`

	// A line comment describes as well.
	// +kubebuilder:validation:MinLength=1
	// And goes on behind a marker.
	Lines string `json:"lines,omitempty"`

	// Before the marker.
	// +optional
	// After the marker.
	Both string `json:"both,omitempty"`

	// What is said
	// ---
	// and what is not.
	Cut string `json:"cut,omitempty"`

	// Quotes "double" and 'single', a colon: here, a hash # there, \`ticks\` and a back\\slash.
	Signs string `json:"signs,omitempty"`

	// TODO: not said.
	Todo string `json:"todo,omitempty"`

	Part *int32 `json:"part,omitempty"`
}

type ExampleSpec struct {
	// The field's own words.
	Own  Part   `json:"own"`
	Type *Part  `json:"type,omitempty"`
	List []Part `json:"list,omitempty"`
}

// Example is one.
//
// It has two paragraphs.
type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What is wanted.
	Spec ExampleSpec `json:"spec"`
}
