// +groupName=kubernetes-type-descriptions.cases.kops.dev
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type ExampleSpec struct {
	Secret      *corev1.SecretKeySelector `json:"secret,omitempty"`
	Tolerations []corev1.Toleration       `json:"tolerations,omitempty"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
