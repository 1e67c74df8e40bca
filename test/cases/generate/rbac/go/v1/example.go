// +groupName=rbac.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:rbac:groups=rbac.cases.kops.dev,resources=examples,verbs=get;list;watch
// +kubebuilder:rbac:groups=rbac.cases.kops.dev,resources=examples/status,verbs=get;update;patch
// +kubebuilder:rbac:groups="",resources=configmaps;secrets,verbs=get;create
// +kubebuilder:rbac:groups=core,resources=events,verbs=create
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list
// +kubebuilder:rbac:groups=apps,resources=deployments,resourceNames=one,verbs=delete
// +kubebuilder:rbac:urls=/metrics,verbs=get

type ExampleSpec struct {
	Name string `json:"name"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
