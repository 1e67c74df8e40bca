// +groupName=version-name.cases.kops.dev
// +versionName=v2
package stable

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type ExampleSpec struct {
	Name string `json:"name"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
