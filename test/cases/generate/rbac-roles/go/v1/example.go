// +groupName=rbac-roles.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:rbac:groups=core,resources=pods,verbs=get
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=list,namespace=infra
// +kubebuilder:rbac:groups=core,resources=secrets,verbs=get,namespace=users
// +kubebuilder:rbac:groups=core,resources=secrets,verbs=get,namespace=users,roleName=reader
// +kubebuilder:rbac:groups=core,resources=nodes,verbs=get,roleName=node-reader

type ExampleSpec struct {
	Name string `json:"name"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
