import type { CustomResource } from 'kops'
import type { Address, Street as Road } from '../shared/address.ts'
import type * as sizes from '../shared/sizes.ts'
import { type Owner } from '../shared/index.ts'

// +groupName=imports.cases.kops.dev

export interface ExampleSpec {
  address: Address
  road?: Road
  size?: sizes.Size
  owner?: Owner
  direct?: import('../shared/sizes.ts').Depth
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
