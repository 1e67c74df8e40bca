// +groupName=objects.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Where a server listens.
type Listener struct {
	// Name of the interface.
	Interface string `json:"interface"`
	Port      int32  `json:"port"`
}

// Desired state of a Server.
type ServerSpec struct {
	// Name to answer for.
	Host string `json:"host"`
	// How many requests at once.
	Limit    *int32    `json:"limit,omitempty"`
	Enabled  bool      `json:"enabled"`
	Listener Listener  `json:"listener"`
	Fallback *Listener `json:"fallback,omitempty"`
}

// Server answers requests.
type Server struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ServerSpec `json:"spec"`
}
