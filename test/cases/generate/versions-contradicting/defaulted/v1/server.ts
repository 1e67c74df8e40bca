// +groupName=defaulted.versions-contradicting.cases.kops.dev
import type { CustomResource } from 'kops'

export interface Server extends CustomResource {
  spec: { port: string }
}
