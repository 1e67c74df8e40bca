// +groupName=cel.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// A range.
// +kubebuilder:validation:XValidation:rule="self.min <= self.max",message="min must not exceed max",fieldPath=".min",reason=FieldValueForbidden
// +kubebuilder:validation:XValidation:rule="self.max - self.min < 100",messageExpression="self.max > 1000 ? 'far too wide' : 'too wide'"
type Range struct {
	Min int32 `json:"min"`
	Max int32 `json:"max"`
}

// +kubebuilder:validation:XValidation:rule="!has(oldSelf.name) || has(self.name)",message="name is required once set"
type ExampleSpec struct {
	Range Range `json:"range"`
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="name is immutable"
	Name string `json:"name,omitempty"`
	// +kubebuilder:validation:XValidation:rule="self.startsWith('a')"
	// +kubebuilder:validation:XValidation:rule="!oldSelf.hasValue() || self >= oldSelf.value()",optionalOldSelf=true,message="only up"
	// +kubebuilder:validation:MaxLength=10
	Up string `json:"up,omitempty"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
