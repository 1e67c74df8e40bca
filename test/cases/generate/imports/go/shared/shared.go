package shared

// The name of a street.
// +kubebuilder:validation:MinLength=1
type Street string

// How large it is.
// +kubebuilder:validation:Minimum=0
type Size int32

// Where something is.
type Address struct {
	Street Street `json:"street"`
	House  *Size  `json:"house,omitempty"`
}

// Someone.
type Person struct {
	Name string `json:"name"`
}
