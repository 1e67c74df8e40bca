import type { CustomResource } from 'kops'

/** What a network is to be. */
export interface NetworkSpec {
  /** The addresses of the network, such as `192.168.0.0/16`. */
  // +kubebuilder:validation:Pattern=`^\d{1,3}(\.\d{1,3}){3}/\d{1,2}$`
  // +kubebuilder:validation:MaxLength=18
  cidr: string

  /** The address through which the network is left. */
  // +kubebuilder:validation:Pattern=`^\d{1,3}(\.\d{1,3}){3}$`
  // +kubebuilder:validation:MaxLength=15
  gateway: string
}

/** Network is a network outside of the cluster. */
// Groups below `k8s.io` are Kubernetes' own: the API server takes a definition only with this annotation.
// +kubebuilder:metadata:annotations="api-approved.kubernetes.io=unapproved, an example"
// +genclient
// +kubebuilder:printcolumn:name="CIDR",type=string,JSONPath=`.spec.cidr`
// +kubebuilder:printcolumn:name="Gateway",type=string,JSONPath=`.spec.gateway`
export interface Network extends CustomResource {
  spec: NetworkSpec
}
