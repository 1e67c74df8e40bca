// +groupName=defaults-by-tag.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Size struct {
	Width int32 `json:"width"`
	// +default=2
	Height int32 `json:"height"`
}

type ExampleSpec struct {
	// +default="text without quotes"
	String string `json:"string"`
	// +default="10m"
	Single string `json:"single"`
	// +default="5"
	Digits string `json:"digits"`
	// +default=5
	Integer int32 `json:"integer"`
	// +default=0.5
	Ratio float64 `json:"ratio"`
	// +default=true
	Flag bool `json:"flag"`
	// +default=["a", "b"]
	List []string `json:"list"`
	// Over several lines.
	// +default={"width": 3, "height": 4}
	Size Size `json:"size"`
	// +default={"a": {"b": ["c"]}}
	Deep map[string]map[string][]string `json:"deep"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
