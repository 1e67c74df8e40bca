// +groupName=retyped.versions-contradicting.cases.kops.dev
import type { CustomResource, Int32 } from 'kops'

// +kubebuilder:storageversion
export interface Server extends CustomResource {
  spec: { port: Int32 }
}
