// +groupName=demanded.versions-contradicting.cases.kops.dev
import type { CustomResource } from 'kops'

export interface Server extends CustomResource {
  spec: { a?: string; mode: 'x' | 'y' }
}
