import type { CustomResource } from 'kops'

// +groupName=conversion-webhook.cases.kops.dev

/** Converted by a service in the cluster. */
// +kubebuilder:storageversion
// +kops:conversion:serviceName=converter,serviceNamespace=infra,servicePort=8443,path=/convert/services,conversionReviewVersions=v1;v1beta1,caBundle=
export interface Service extends CustomResource {
  spec?: { name?: string }
}

/** Converted by a server outside of it. */
// +kubebuilder:storageversion
// +kops:conversion:url="https://converter.my.domain:8443/convert"
export interface Url extends CustomResource {
  spec?: { name?: string }
}

/** Converted where the operator answers by default. */
// +kubebuilder:storageversion
// +kops:conversion
export interface Default extends CustomResource {
  spec?: { name?: string }
}

/** Not converted, and said so. */
// +kubebuilder:storageversion
// +kops:conversion:strategy=None
export interface None extends CustomResource {
  spec?: { name?: string }
}
