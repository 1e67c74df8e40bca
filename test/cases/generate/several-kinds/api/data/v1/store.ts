import type { CustomResource } from 'kops'
import type { Common } from '../../apps/v1/web.ts'

// +groupName=data.several-kinds.cases.kops.dev

export interface Bus extends CustomResource {
  spec: Common
}
