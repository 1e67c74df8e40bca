import type { CustomResource, Int32 } from 'kops'

// +groupName=cel.cases.kops.dev

/** A range. */
// +kubebuilder:validation:XValidation:rule="self.min <= self.max",message="min must not exceed max",fieldPath=".min",reason=FieldValueForbidden
// +kubebuilder:validation:XValidation:rule="self.max - self.min < 100",messageExpression="self.max > 1000 ? 'far too wide' : 'too wide'"
export interface Range {
  min: Int32
  max: Int32
}

// +kubebuilder:validation:XValidation:rule="!has(oldSelf.name) || has(self.name)",message="name is required once set"
export interface ExampleSpec {
  range: Range
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="name is immutable"
  name?: string
  // +kubebuilder:validation:XValidation:rule="self.startsWith('a')"
  // +kubebuilder:validation:XValidation:rule="!oldSelf.hasValue() || self >= oldSelf.value()",optionalOldSelf=true,message="only up"
  // +kubebuilder:validation:MaxLength=10
  up?: string
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
