// +groupName=renamed.versions-contradicting.cases.kops.dev
import type { CustomResource } from 'kops'

// +kubebuilder:storageversion
export interface Server extends CustomResource {
  spec: { host: string }
}
