// +groupName=data.several-kinds.cases.kops.dev
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	appsv1 "kops/twins/several-kinds/apps/v1"
)

type Bus struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec appsv1.Common `json:"spec"`
}
