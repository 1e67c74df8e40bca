// +groupName=kubernetes-types.cases.kops.dev
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type ExampleSpec struct {
	Selector  *metav1.LabelSelector        `json:"selector,omitempty"`
	Resources *corev1.ResourceRequirements `json:"resources,omitempty"`
	Secret    *corev1.SecretKeySelector    `json:"secret,omitempty"`
	// Where the pull secret is.
	PullSecret *corev1.LocalObjectReference `json:"pullSecret,omitempty"`
	Template   *corev1.PodTemplateSpec      `json:"template,omitempty"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
