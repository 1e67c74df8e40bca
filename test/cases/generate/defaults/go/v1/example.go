// +groupName=defaults.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Size struct {
	// +kubebuilder:default=1
	Width int32 `json:"width,omitempty"`
	// +kubebuilder:default=2
	Height int32 `json:"height,omitempty"`
}

type ExampleSpec struct {
	// +kubebuilder:default=text
	String string `json:"string"`
	// +kubebuilder:default="with \"quotes\" and 'others'"
	Quoted string `json:"quoted"`
	// +kubebuilder:default="5"
	Digits string `json:"digits"`
	// +kubebuilder:default=""
	Empty string `json:"empty"`
	// +kubebuilder:default=5
	Integer int32 `json:"integer"`
	// +kubebuilder:default=false
	Flag bool `json:"flag"`
	// +kubebuilder:default={a,b}
	List []string `json:"list"`
	// +kubebuilder:default={}
	EmptyList []string `json:"emptyList"`
	// +kubebuilder:default={a:b,c:d}
	Map map[string]string `json:"map"`
	// +kubebuilder:default={{width:3},{width:4,height:5}}
	Sizes []Size `json:"sizes"`
	// +kubebuilder:default={}
	Size Size `json:"size"`
	// +default={"width":7}
	JSON Size `json:"json"`
	// +kubebuilder:default=a
	// +kubebuilder:validation:Enum=a;b
	Choice string `json:"choice"`
	// +kubebuilder:default=late
	Optional *string `json:"optional,omitempty"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
